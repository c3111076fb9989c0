// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/curve_frame.hpp"

#include "viewer/painting/curve_painting.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QImage>
#include <limits>

namespace fabricmap::viewer {
namespace {

using ::testing::AllOf;
using ::testing::Contains;

const QRectF area(0, 0, 800, 500);

CurveSet powers_of_two(int last_power, bool with_zero) {
    CurveSet set;
    if (with_zero) set.lengths.push_back(0);
    for (int power = 0; power <= last_power; ++power) set.lengths.push_back(std::int64_t{1} << power);
    Curve curve{"rank 0 → rank 1", {}, {}, {}};
    for (std::size_t k = 0; k < set.lengths.size(); ++k)
        curve.middle.push_back(1e-6 * static_cast<double>(k + 1));
    set.curves = {curve};
    return set;
}

TEST(CurveFrame, PutsLikeRatiosAtLikeDistances) {
    const CurveFrame frame(powers_of_two(20, false), area, QFont());
    EXPECT_NEAR(frame.x_of(16) - frame.x_of(1), frame.x_of(1 << 20) - frame.x_of(1 << 16), 1e-9);
    EXPECT_NEAR(frame.y_of(2e-6) - frame.y_of(4e-6), frame.y_of(8e-6) - frame.y_of(16e-6), 1e-9);
    EXPECT_GT(frame.y_of(2e-6), frame.y_of(4e-6)) << "slower is higher up";
}

TEST(CurveFrame, GivesZeroBytesAPlaceLeftOfTheBreakInTheAxis) {
    const CurveFrame frame(powers_of_two(10, true), area, QFont());
    EXPECT_TRUE(frame.has_zero());
    EXPECT_GT(frame.x_of(0), frame.plot().left());
    EXPECT_LT(frame.x_of(0), frame.axis_break_x());
    EXPECT_LT(frame.axis_break_x(), frame.x_of(1));
    EXPECT_FALSE(CurveFrame(powers_of_two(10, false), area, QFont()).has_zero());
}

TEST(CurveFrame, FindsTheLengthThatIsPointedAt) {
    const CurveFrame frame(powers_of_two(10, true), area, QFont());
    EXPECT_EQ(frame.length_at(frame.x_of(0)), 0);
    EXPECT_EQ(frame.length_at(frame.x_of(8) + 3), 4);
    EXPECT_EQ(frame.length_at(10000), 11);
    EXPECT_EQ(CurveFrame({}, area, QFont()).length_at(5), std::nullopt);
}

TEST(CurveFrame, MarksRoundPowersThatDoNotTouch) {
    const CurveSet set = powers_of_two(24, false);
    for (const double width : {250.0, 500.0, 1500.0}) {
        const CurveFrame frame(set, QRectF(0, 0, width, 300), QFont());
        const std::vector<std::int64_t> marked = frame.marked_lengths();
        EXPECT_THAT(marked, AllOf(Contains(1), Contains(1 << 10), Contains(1 << 20))) << width;
    }
}

TEST(CurveFrame, KeepsTheWordsOfBreaksApart) {
    CurveSet set = powers_of_two(20, false);
    set.breaks = {{4096, 8192, "between hosts", 8e-6},
                  {8192, 16384, "within hosts", 3e-6},
                  {262144, 524288, "between hosts", 80e-6}};
    const CurveFrame frame(set, area, QFont());
    ASSERT_EQ(frame.breaks().size(), 3U);
    for (std::size_t k = 0; k < 3; ++k) {
        const QRectF& words = frame.breaks()[k].words;
        EXPECT_TRUE(area.contains(words)) << k;
        EXPECT_FALSE(words.intersects(frame.plot())) << k;
        for (std::size_t other = 0; other < k; ++other) {
            EXPECT_FALSE(words.intersects(frame.breaks()[other].words)) << k << ',' << other;
        }
    }
    EXPECT_GT(frame.breaks()[0].x, frame.x_of(4096));
    EXPECT_LT(frame.breaks()[0].x, frame.x_of(8192));
}

TEST(CurveFrame, SaysHowManyNamesHaveNoRoom) {
    CurveSet set = powers_of_two(4, false);
    set.curves.resize(100, set.curves.front());
    const CurveFrame frame(set, area, QFont());
    EXPECT_GT(frame.nameless(), 0);
    EXPECT_EQ(static_cast<int>(frame.names().size()) + frame.nameless(), 100);
    EXPECT_GT(frame.plot().height(), area.height() / 2);
}

/// The set in the middle of whose plot nothing but a grid is, unless a curve passes there.
int dark_pixels_between(const CurveSet& set, std::int64_t from, std::int64_t to) {
    QImage image(area.size().toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    const CurveFrame frame(set, area, painter.font());
    paint_curves(painter, set, frame, std::nullopt, Theme::paper());
    int dark = 0;
    for (int x = static_cast<int>(frame.x_of(static_cast<double>(from))) + 8;
         x < static_cast<int>(frame.x_of(static_cast<double>(to))) - 8; ++x) {
        for (int y = static_cast<int>(frame.plot().top()) + 2;
             y < static_cast<int>(frame.plot().bottom()) - 2; ++y) {
            dark += qGray(image.pixel(x, y)) < 140 ? 1 : 0;
        }
    }
    return dark;
}

TEST(Curves, AreNotDrawnAcrossWhatWasNotMeasured) {
    CurveSet set = powers_of_two(6, false);
    EXPECT_GT(dark_pixels_between(set, 4, 8), 0);
    set.curves[0].middle[3] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(dark_pixels_between(set, 4, 8), 0);
    EXPECT_EQ(dark_pixels_between(set, 8, 16), 0);
    EXPECT_GT(dark_pixels_between(set, 16, 32), 0);
}

TEST(Curves, AreDrawnWithoutValuesAndWithoutCurves) {
    CurveSet set = powers_of_two(6, true);
    for (double& value : set.curves[0].middle) value = std::numeric_limits<double>::quiet_NaN();
    QImage image(area.size().toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    const CurveFrame frame(set, area, painter.font());
    EXPECT_FALSE(frame.scale());
    paint_curves(painter, set, frame, 3U, Theme::paper());
    paint_curves(painter, {}, CurveFrame({}, area, painter.font()), 3U, Theme::paper());
}

}  // namespace
}  // namespace fabricmap::viewer
