// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/curve_plot.hpp"

#include "tests/not_measured.hpp"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

namespace fabricmap::viewer {
namespace {

using testing::not_measured;

CurveSet two_pairs() {
    CurveSet set;
    set.lengths = {0, 1024, 4096, 65536};
    set.curves = {
        {"rank 0 → rank 1", {1e-6, 1e-6, 2e-6, 8e-6}, {1.5e-6, 2e-6, 3e-6, 1e-5}, {3e-6, 3e-6, 4e-6, 2e-5}},
        {"rank 0 → rank 2", {}, {5e-5, not_measured, 6e-5, 1e-4}, {}}};
    return set;
}

class CurvePlots : public ::testing::Test {
  protected:
    CurvePlots() {
        plot_.resize(700, 450);
        plot_.set_curves(two_pairs());
        plot_.show();
    }
    /// Of the frame that the plot has, which lies some pixels inside it.
    [[nodiscard]] QPoint place_of(std::int64_t length_bytes, double value) const {
        const picture::ChartLayout layout(chart_of(plot_.curves(), {}),
                                          {6, 6, plot_.width() - 12.0, plot_.height() - 12.0});
        return QPointF(layout.x_of(length_bytes), layout.y_of(value)).toPoint();
    }

    CurvePlot plot_;
};

TEST_F(CurvePlots, ReportValuesInWords) {
    EXPECT_EQ(plot_.text_of(0, 2), QStringLiteral("4K bytes, rank 0 → rank 1: 3 µs, from 2 µs to 4 µs"));
    EXPECT_EQ(plot_.text_of(1, 0), QStringLiteral("0 bytes, rank 0 → rank 2: 50 µs"));
    EXPECT_EQ(plot_.text_of(1, 1), QStringLiteral("1K bytes, rank 0 → rank 2: not measured"));
}

TEST_F(CurvePlots, ReportTheNearestValueUnderThePointer) {
    QSignalSpy reported(&plot_, &CurvePlot::status_changed);
    QTest::mouseMove(&plot_, place_of(4096, 3.3e-6));
    ASSERT_EQ(reported.count(), 1);
    EXPECT_EQ(reported.at(0).at(0).toString(), plot_.text_of(0, 2));
    QTest::mouseMove(&plot_, place_of(4096, 5e-5));
    ASSERT_EQ(reported.count(), 2);
    EXPECT_EQ(reported.at(1).at(0).toString(), plot_.text_of(1, 2));
}

TEST_F(CurvePlots, PickTheLengthThatIsClicked) {
    QSignalSpy picked(&plot_, &CurvePlot::length_picked);
    QTest::mouseClick(&plot_, Qt::LeftButton, {}, place_of(1024, 1e-5) + QPoint(4, 0));
    ASSERT_EQ(picked.count(), 1);
    EXPECT_EQ(picked.at(0).at(0).toInt(), 1);
    EXPECT_EQ(plot_.current(), 1);
}

TEST_F(CurvePlots, AreUsedWithTheKeyboard) {
    QSignalSpy picked(&plot_, &CurvePlot::length_picked);
    QSignalSpy reported(&plot_, &CurvePlot::status_changed);
    QTest::keyClick(&plot_, Qt::Key_End);
    QTest::keyClick(&plot_, Qt::Key_Right);
    QTest::keyClick(&plot_, Qt::Key_Left);
    ASSERT_EQ(picked.count(), 3);
    EXPECT_EQ(picked.at(0).at(0).toInt(), 3);
    EXPECT_EQ(picked.at(1).at(0).toInt(), 3);
    EXPECT_EQ(picked.at(2).at(0).toInt(), 2);
    EXPECT_EQ(reported.last().at(0).toString(), plot_.text_of(0, 2));
    QTest::keyClick(&plot_, Qt::Key_Down);
    EXPECT_EQ(reported.last().at(0).toString(), plot_.text_of(1, 2));
    QTest::keyClick(&plot_, Qt::Key_Down);
    EXPECT_EQ(reported.last().at(0).toString(), plot_.text_of(0, 2));
    EXPECT_EQ(picked.count(), 3);
}

TEST_F(CurvePlots, AreMarkedFromOutsideWithoutPicking) {
    QSignalSpy picked(&plot_, &CurvePlot::length_picked);
    plot_.set_current(2);
    EXPECT_EQ(plot_.current(), 2);
    EXPECT_EQ(picked.count(), 0);
    plot_.set_current(7);
    EXPECT_EQ(plot_.current(), std::nullopt);
}

TEST_F(CurvePlots, DescribeThemselvesToScreenReaders) {
    EXPECT_FALSE(plot_.accessibleName().isEmpty());
    plot_.set_current(3);
    EXPECT_TRUE(plot_.accessibleDescription().contains(plot_.text_of(0, 3)));
    plot_.set_curves({});
    EXPECT_FALSE(plot_.accessibleDescription().contains(QStringLiteral("rank")));
    EXPECT_FALSE(plot_.grab().isNull());
}

TEST_F(CurvePlots, TakeKeysAndClicksWithoutCurves) {
    plot_.set_curves({});
    QSignalSpy picked(&plot_, &CurvePlot::length_picked);
    QTest::keyClick(&plot_, Qt::Key_Right);
    QTest::mouseClick(&plot_, Qt::LeftButton, {}, {300, 200});
    QTest::mouseMove(&plot_, {310, 200});
    EXPECT_EQ(picked.count(), 0);
}

}  // namespace
}  // namespace fabricmap::viewer
