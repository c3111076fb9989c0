// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/marks.hpp"

#include "tests/diagnosis/reports/sample_diagnosis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::diagnosis {
namespace {

using picture::LineRange;
using picture::Mark;
using picture::MarkedBlock;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

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

TEST(Marks, HaveTheNumbersAndNamesOfTheFindings) {
    const Diagnosis diagnosis = testing::faulty_machine();
    const auto marks = marks_of(diagnosis, diagnosis.planes[2], picture_order(diagnosis), 10);
    ASSERT_EQ(marks.size(), 4U);
    EXPECT_EQ(marks[1].number, 2U);
    EXPECT_EQ(marks[1].name, "node17");
}

TEST(Marks, AreThoseOfTheFaultsThatTheLengthMeets) {
    const Diagnosis diagnosis = testing::compared_machine();
    std::vector<std::size_t> numbers;
    for (const Mark& mark : marks_of(diagnosis, diagnosis.planes[0], picture_order(diagnosis), 10)) {
        numbers.push_back(mark.number);
    }
    // At 0 bytes: the noisy node, the link and the regression, but no node17 and no uplink; 5 is better.
    EXPECT_THAT(numbers, ElementsAre(1, 4, 5));
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

}  // namespace
}  // namespace fabricmap::diagnosis
