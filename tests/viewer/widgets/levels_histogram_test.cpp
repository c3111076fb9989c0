// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/levels_histogram.hpp"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>
#include <cmath>

namespace fabricmap::viewer {
namespace {

using picture::Scale;
using picture::ValueRange;

class LevelsHistograms : public ::testing::Test {
  protected:
    LevelsHistograms() {
        histogram_.resize(500, 220);
        histogram_.set_bins({{1e-6, 1e-4}, Scale::logarithmic, {5, 100, 3, 0, 1}}, Quantity::delay);
        histogram_.set_levels({1e-6, 1e-4});
        histogram_.show();
    }
    [[nodiscard]] static ValueRange last_of(const QSignalSpy& spy) {
        return spy.last().at(0).value<ValueRange>();
    }
    /// Takes a handle at its grip and drags it to where that value lies.
    void drag(LevelHandle& handle, double value) const {
        const QPoint grip(handle.width() / 2, handle.height() - 3);
        const double now =
            &handle == &histogram_.lightest() ? histogram_.levels().lowest : histogram_.levels().highest;
        const int way = qRound(histogram_.x_of(value) - histogram_.x_of(now));
        QTest::mousePress(&handle, Qt::LeftButton, {}, grip);
        QTest::mouseMove(&handle, grip + QPoint(way, 0));
        QTest::mouseRelease(&handle, Qt::LeftButton, {}, grip);
    }

    LevelsHistogram histogram_;
};

TEST_F(LevelsHistograms, SpreadALogarithmicAxisEvenly) {
    EXPECT_NEAR(histogram_.x_of(1e-5) - histogram_.x_of(1e-6), histogram_.x_of(1e-4) - histogram_.x_of(1e-5),
                1e-6);
}

TEST_F(LevelsHistograms, MoveALevelByTheKeyboard) {
    QSignalSpy changed(&histogram_, &LevelsHistogram::levels_changed);
    // 100 of 1000 parts of two decades are a fifth of a decade.
    for (int k = 0; k < 20; ++k) QTest::keyClick(&histogram_.lightest(), Qt::Key_Right);
    ASSERT_EQ(changed.count(), 20);
    EXPECT_NEAR(last_of(changed).lowest, 1e-6 * std::pow(10, 0.2), 1e-12);
    EXPECT_EQ(last_of(changed).highest, 1e-4);
    QTest::keyClick(&histogram_.lightest(), Qt::Key_Home);
    EXPECT_EQ(last_of(changed).lowest, 1e-6);
    QTest::keyClick(&histogram_.lightest(), Qt::Key_End);
    EXPECT_EQ(last_of(changed), (ValueRange{1e-4, 1e-4})) << "as far as the darkest, not beyond";
    QTest::keyClick(&histogram_.lightest(), Qt::Key_Home);
    QTest::keyClick(&histogram_.darkest(), Qt::Key_PageDown);
    EXPECT_NEAR(last_of(changed).highest, 1e-4 * std::pow(10, -0.1), 1e-12);
}

TEST_F(LevelsHistograms, FollowThePointer) {
    QSignalSpy changed(&histogram_, &LevelsHistogram::levels_changed);
    drag(histogram_.darkest(), 1e-5);
    ASSERT_GT(changed.count(), 0);
    // A pixel is about a hundredth of a decade.
    EXPECT_NEAR(std::log10(last_of(changed).highest), -5, 0.02);
    drag(histogram_.lightest(), 3e-6);
    EXPECT_NEAR(std::log10(last_of(changed).lowest), std::log10(3e-6), 0.02);
    drag(histogram_.lightest(), 9e-5);
    EXPECT_LE(last_of(changed).lowest, last_of(changed).highest);
}

TEST_F(LevelsHistograms, HaveALinearAxisToo) {
    histogram_.set_bins({{0, 2e-6}, Scale::linear, {1, 2}}, Quantity::delay);
    histogram_.set_levels({0, 2e-6});
    QSignalSpy changed(&histogram_, &LevelsHistogram::levels_changed);
    for (int k = 0; k < 10; ++k) QTest::keyClick(&histogram_.darkest(), Qt::Key_PageDown);
    EXPECT_NEAR(last_of(changed).highest, 1e-6, 1e-12);
}

TEST_F(LevelsHistograms, KeepLevelsExactlyThatLieBeyondTheirBins) {
    QSignalSpy changed(&histogram_, &LevelsHistogram::levels_changed);
    const ValueRange levels{3.3e-7, 7.7e-3};
    histogram_.set_levels(levels);
    EXPECT_EQ(histogram_.levels(), levels);
    EXPECT_EQ(changed.count(), 0) << "nobody moved them here";
    QTest::keyClick(&histogram_.darkest(), Qt::Key_Left);
    EXPECT_EQ(last_of(changed).lowest, levels.lowest);
}

TEST_F(LevelsHistograms, LetTabGoFromOneHandleToTheOther) {
    histogram_.activateWindow();
    histogram_.lightest().setFocus();
    QTest::keyClick(&histogram_.lightest(), Qt::Key_Tab);
    EXPECT_EQ(histogram_.focusWidget(), &histogram_.darkest());
    QTest::keyClick(&histogram_.darkest(), Qt::Key_Backtab);
    EXPECT_EQ(histogram_.focusWidget(), &histogram_.lightest());
}

TEST_F(LevelsHistograms, SayTheirLevelsWithUnits) {
    histogram_.set_levels({2e-6, 5e-5});
    EXPECT_EQ(histogram_.lightest().accessibleDescription(), QStringLiteral("2 µs"));
    EXPECT_EQ(histogram_.darkest().accessibleDescription(), QStringLiteral("50 µs"));
    EXPECT_FALSE(histogram_.lightest().accessibleName().isEmpty());
    EXPECT_NE(histogram_.lightest().accessibleName(), histogram_.darkest().accessibleName());
}

TEST_F(LevelsHistograms, HaveNoHandlesWithoutValues) {
    histogram_.set_bins({}, Quantity::delay);
    EXPECT_FALSE(histogram_.lightest().isVisible());
    EXPECT_FALSE(histogram_.grab().isNull());
    histogram_.set_bins({{3, 3}, Scale::linear, {7}}, Quantity::count);
    histogram_.set_levels({3, 3});
    EXPECT_TRUE(histogram_.lightest().isVisible());
    EXPECT_FALSE(histogram_.grab().isNull());
}

TEST_F(LevelsHistograms, DrawABinOfOneValueBesideMillions) {
    const auto drawn = [&](std::int64_t count) {
        histogram_.set_bins({{1e-6, 1e-4}, Scale::logarithmic, {5000000, 0, count, 0, 5000000}},
                            Quantity::delay);
        return histogram_.grab().toImage();
    };
    const QImage without = drawn(0);
    const QImage with = drawn(1);
    int different = 0;
    for (int y = 0; y < with.height(); ++y) {
        for (int x = 0; x < with.width(); ++x) different += with.pixel(x, y) != without.pixel(x, y) ? 1 : 0;
    }
    // At least three lines of nearly a fifth of its width.
    EXPECT_GT(different, 3 * with.width() / 6);
}

}  // namespace
}  // namespace fabricmap::viewer
