// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/page/base64.hpp"
#include "diagnosis/reports/page/chart_axes.hpp"
#include "diagnosis/reports/page/label_places.hpp"
#include "diagnosis/reports/page/marks.hpp"
#include "tests/diagnosis/reports/sample_diagnosis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace fabricmap::diagnosis {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Base64, IsThatOfTheRfc) {
    EXPECT_EQ(base64_of(""), "");
    EXPECT_EQ(base64_of("f"), "Zg==");
    EXPECT_EQ(base64_of("fo"), "Zm8=");
    EXPECT_EQ(base64_of("foo"), "Zm9v");
    EXPECT_EQ(base64_of("foobar"), "Zm9vYmFy");
    EXPECT_EQ(base64_of("\xff\xfe\xfd"), "//79");
}

TEST(PictureOrder, KeepsTheRunsOrderWhereGroupsStandTogether) {
    Diagnosis diagnosis = testing::healthy_machine(4);
    diagnosis.topology->levels = {{1e-6, {{0, 1}, {2, 3}}}};
    diagnosis.topology->order = {3, 2, 1, 0};
    EXPECT_THAT(picture_order(diagnosis), ElementsAre(0, 1, 2, 3));
    diagnosis.topology->levels = {{1e-6, {{0, 2}, {1, 3}}}};
    diagnosis.topology->order = {0, 2, 1, 3};
    EXPECT_THAT(picture_order(diagnosis), ElementsAre(0, 2, 1, 3));
    diagnosis.topology->order = {0, 2, 2, 3};
    EXPECT_THAT(picture_order(diagnosis), ElementsAre(0, 1, 2, 3)) << "an order that leaves a host out";
    EXPECT_THAT(picture_order({}), IsEmpty());
}

TEST(Marks, LieWhereThePartSendsAndReceives) {
    const Diagnosis diagnosis = testing::faulty_machine();
    const auto order = picture_order(diagnosis);
    const auto marks = marks_of(diagnosis, diagnosis.planes[2], order, 10);
    ASSERT_EQ(marks.size(), 4U);
    EXPECT_THAT(marks[0].rows, ElementsAre(LineRange{40, 1}));
    EXPECT_THAT(marks[0].columns, ElementsAre(LineRange{40, 1}));
    EXPECT_THAT(marks[1].rows, IsEmpty()) << "node17 receives";
    EXPECT_THAT(marks[1].columns, ElementsAre(LineRange{17, 1}));
    EXPECT_THAT(marks[2].blocks, ElementsAre(MarkedBlock{{0, 16}, {48, 16}}));
    EXPECT_THAT(marks[3].blocks, ElementsAre(MarkedBlock{{3, 1}, {22, 1}}));
    EXPECT_EQ(marks_of(diagnosis, diagnosis.planes[2], order, 2).size(), 2U);
}

TEST(Marks, AreThoseOfTheFaultsThatTheLengthMeets) {
    const Diagnosis diagnosis = testing::compared_machine();
    std::vector<std::size_t> findings;
    for (const Mark& mark : marks_of(diagnosis, diagnosis.planes[0], picture_order(diagnosis), 10)) {
        findings.push_back(mark.finding);
    }
    // At 0 bytes: the noisy node, the link and the regression, but no node17 and no uplink; 5 is better.
    EXPECT_THAT(findings, ElementsAre(0, 3, 4));
}

TEST(Marks, OfALinkThatIsSlowBothWaysAreTwoCells) {
    Diagnosis diagnosis = testing::faulty_machine();
    diagnosis.findings = {diagnosis.findings[3]};
    diagnosis.findings[0].side = Side::both;
    const auto marks = marks_of(diagnosis, diagnosis.planes[2], picture_order(diagnosis), 10);
    ASSERT_EQ(marks.size(), 1U);
    EXPECT_THAT(marks[0].blocks, ElementsAre(MarkedBlock{{3, 1}, {22, 1}}, MarkedBlock{{22, 1}, {3, 1}}));
}

TEST(Marks, LeaveOutHostsThatTheRunDoesNotHave) {
    Diagnosis diagnosis = testing::faulty_machine();
    for (Finding& finding : diagnosis.findings) finding.part = part::Switch{{"elsewhere", "nowhere"}};
    EXPECT_THAT(marks_of(diagnosis, diagnosis.planes[2], picture_order(diagnosis), 10), IsEmpty());
}

TEST(SpreadLabels, KeepsTheirDistanceAndTheRange) {
    EXPECT_THAT(spread_labels({50, 10}, 0, 100, 20), ElementsAre(50, 10));
    EXPECT_THAT(spread_labels({50, 52, 51}, 0, 100, 20), ElementsAre(50, 90, 70));
    EXPECT_THAT(spread_labels({98, 99}, 0, 100, 20), ElementsAre(80, 100));
    EXPECT_THAT(spread_labels({}, 0, 100, 20), IsEmpty());
}

TEST(HangLabels, PutsThoseThatWouldOverlapBelowEachOther) {
    EXPECT_THAT(hang_labels({{0, 50}, {100, 50}}), ElementsAre(0, 0));
    EXPECT_THAT(hang_labels({{0, 50}, {40, 50}, {80, 50}}), ElementsAre(2, 1, 0));
    EXPECT_THAT(hang_labels({{10, 50}, {10, 50}}), ElementsAre(1, 0));
}

TEST(LengthAxis, IsLogarithmicWithAPlaceForZero) {
    const LengthAxis axis({0, 1, 1024, 1 << 20});
    EXPECT_LT(axis.place_of(0), axis.place_of(1));
    EXPECT_THAT(axis.place_of(1024), DoubleNear((axis.place_of(1) + axis.place_of(1 << 20)) / 2, 1e-9));
    std::vector<std::string> words;
    for (const ChartTick& tick : axis.ticks(7)) words.push_back(tick.text);
    EXPECT_THAT(words, ElementsAre("0", "1", "32", "1K", "32K", "1M"));
}

TEST(LengthAxis, HasRoomForASingleLength) {
    EXPECT_DOUBLE_EQ(LengthAxis({4096}).place_of(4096), 0.5);
    EXPECT_GE(LengthAxis({0}).place_of(0), 0);
    EXPECT_LE(LengthAxis({0}).place_of(0), 1);
}

TEST(ValueAxis, OfNothingIsNone) {
    Chart chart;
    chart.lines = {{"none", {std::numeric_limits<double>::quiet_NaN(), 0}}};
    EXPECT_FALSE(ValueAxis::of(chart));
    EXPECT_EQ(draw_chart(chart), "");
}

TEST(ValueAxis, HoldsTheIntervalsAroundTheValues) {
    Chart chart;
    chart.lines = {{"operation", {2e-6, 4e-6}, {1e-6, 3e-6}, {3e-6, 8e-6}}};
    const auto axis = ValueAxis::of(chart);
    ASSERT_TRUE(axis);
    EXPECT_GT(axis->place_of(2e-6), axis->place_of(1e-6));
    EXPECT_LT(axis->place_of(4e-6), axis->place_of(8e-6));
}

TEST(ValueAxis, OfFactorsShowsTheHealthyOne) {
    Chart chart;
    chart.value = ChartValue::factor;
    chart.lines = {{"part", {2, 3}}};
    const auto axis = ValueAxis::of(chart);
    ASSERT_TRUE(axis);
    EXPECT_GE(axis->place_of(1), 0);
    EXPECT_LT(axis->place_of(1), axis->place_of(2));
    EXPECT_LE(axis->place_of(3), 1);
}

}  // namespace
}  // namespace fabricmap::diagnosis
