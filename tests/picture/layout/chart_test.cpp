// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/chart.hpp"

#include "tests/picture/shapes_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <numeric>

namespace fabricmap::picture {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::IsSupersetOf;
using ::testing::Not;
using testing::shapes_of;
using testing::text_with;
using testing::words_of;

constexpr Box area{0, 0, 800, 500};
constexpr double none = std::numeric_limits<double>::quiet_NaN();

Chart powers_of_two(int last_power, bool with_zero) {
    Chart chart;
    if (with_zero) chart.lengths.push_back(0);
    for (int power = 0; power <= last_power; ++power) chart.lengths.push_back(std::int64_t{1} << power);
    ChartLine line{"rank 0 → rank 1", {}};
    for (std::size_t k = 0; k < chart.lengths.size(); ++k)
        line.values.push_back(1e-6 * static_cast<double>(k + 1));
    chart.lines = {line};
    return chart;
}

Drawing drawn(const Chart& chart) {
    Drawing drawing;
    ChartLayout(chart, area).draw(drawing);
    return drawing;
}

/// The pieces of the first line.
std::vector<Path> pieces_of(const Chart& chart) {
    std::vector<Path> pieces;
    for (const Path& path : shapes_of<Path>(drawn(chart))) {
        if (path.pen && path.pen->ink == series_ink(0) && path.pen->width == 2 && path.points.size() != 2)
            pieces.push_back(path);
    }
    return pieces;
}

TEST(Chart, PutsLikeRatiosAtLikeDistances) {
    const ChartLayout layout(powers_of_two(20, false), area);
    EXPECT_NEAR(layout.x_of(16) - layout.x_of(1), layout.x_of(1 << 20) - layout.x_of(1 << 16), 1e-9);
    EXPECT_NEAR(layout.y_of(2e-6) - layout.y_of(4e-6), layout.y_of(8e-6) - layout.y_of(16e-6), 1e-9);
    EXPECT_GT(layout.y_of(2e-6), layout.y_of(4e-6)) << "slower is higher up";
}

TEST(Chart, PutsStepsAtEvenDistancesUnderTheirNames) {
    Chart chart;
    chart.lengths = {1, 2, 3, 4};
    chart.steps = {"2026-11-01", "2026-11-02", "2026-11-05", "2026-11-09"};
    chart.quantity = Quantity::ratio;
    chart.lines = {{"node05 receives", {1, 1.1, none, 3}}};
    const ChartLayout layout(chart, area);
    EXPECT_NEAR(layout.x_of(2) - layout.x_of(1), layout.x_of(4) - layout.x_of(3), 1e-9);
    EXPECT_GT(layout.x_of(1), layout.plot().x);
    for (std::int64_t step = 1; step < 4; ++step)
        EXPECT_NEAR(text_with(drawn(chart), chart.steps[static_cast<std::size_t>(step - 1)]).at.x,
                    layout.x_of(step), 1e-9);
    chart.steps.assign(40, "2026-11-01 08:00");
    chart.lengths.resize(40);
    std::iota(chart.lengths.begin(), chart.lengths.end(), 1);
    double free_from = 0;
    for (const Text& text : shapes_of<Text>(drawn(chart))) {
        if (text.words != chart.steps.front()) continue;
        const double half = text_width(text.words, text.size) / 2;
        EXPECT_GE(text.at.x - half, free_from) << "as many as have room";
        free_from = text.at.x + half;
    }
    EXPECT_GT(free_from, area.width / 2);
}

TEST(Chart, KeepsTheNamesOfItsStepsWithinItsArea) {
    for (const double width : {200.0, 420.0, 900.0}) {
        Chart chart;
        chart.lengths = {1, 2, 3};
        chart.steps = {"rack-07-after-the-new-firmware-of-monday.nc", "rack-07-before-it.nc", "tuesday.nc"};
        chart.lines = {{"node05 receives", {1, 1.1, 3}}};
        Drawing drawing;
        ChartLayout(chart, {0, 0, width, 300}).draw(drawing);
        int steps = 0;
        for (const Text& text : shapes_of<Text>(drawing)) {
            if (!text.words.ends_with("nc")) continue;
            const double half = text_width(text.words, text.size) / 2;
            EXPECT_GE(text.at.x - half, 0) << text.words;
            EXPECT_LE(text.at.x + half, width) << text.words;
            ++steps;
        }
        EXPECT_GE(steps, 1) << width;
    }
}

TEST(Chart, GivesZeroBytesAPlaceLeftOfAllOthers) {
    const ChartLayout layout(powers_of_two(10, true), area);
    EXPECT_GT(layout.x_of(0), layout.plot().x);
    EXPECT_LT(layout.x_of(0), layout.x_of(1));
    EXPECT_THAT(layout.marked_lengths(), Contains(0));
    EXPECT_THAT(ChartLayout(powers_of_two(10, false), area).marked_lengths(), Not(Contains(0)));
}

TEST(Chart, FindsTheLengthThatIsPointedAt) {
    const ChartLayout layout(powers_of_two(10, true), area);
    EXPECT_EQ(layout.length_at(layout.x_of(0)), 0U);
    EXPECT_EQ(layout.length_at(layout.x_of(8) + 3), 4U);
    EXPECT_EQ(layout.length_at(10000), 11U);
    EXPECT_EQ(ChartLayout({}, area).length_at(5), std::nullopt);
}

TEST(Chart, MarksRoundPowersThatDoNotTouch) {
    for (const double width : {250.0, 500.0, 1500.0}) {
        const ChartLayout layout(powers_of_two(24, false), {0, 0, width, 300});
        EXPECT_THAT(layout.marked_lengths(), AllOf(Contains(1), Contains(1 << 10), Contains(1 << 20)))
            << width;
    }
}

TEST(Chart, KeepsTheWordsOfBreaksApartAndAboveThePlot) {
    Chart chart = powers_of_two(20, false);
    chart.breaks = {{4096, 8192, "between hosts: +8 µs from 8K on"},
                    {8192, 16384, "within hosts: +3 µs from 16K on"},
                    {262144, 524288, "between hosts: +80 µs from 512K on"}};
    const Drawing drawing = drawn(chart);
    const ChartLayout layout(chart, area);
    const Text first = text_with(drawing, chart.breaks[0].words);
    const Text second = text_with(drawing, chart.breaks[1].words);
    EXPECT_NE(first.at.y, second.at.y) << "side by side they would overlap";
    for (const ChartBreak& change : chart.breaks)
        EXPECT_LT(text_with(drawing, change.words).at.y, layout.plot().y);
}

TEST(Chart, SaysHowManyNamesHaveNoRoom) {
    Chart chart = powers_of_two(4, false);
    chart.lines.resize(100, chart.lines.front());
    chart.more_words = [](int more) { return "and " + std::to_string(more) + " more"; };
    const auto words = words_of(drawn(chart));
    const auto names = std::count(words.begin(), words.end(), "rank 0 → rank 1");
    EXPECT_THAT(words, Contains("and " + std::to_string(100 - names) + " more"));
    EXPECT_GT(ChartLayout(chart, area).plot().height, area.height / 2);
}

TEST(Chart, DrawsNoLineAcrossWhatWasNotMeasured) {
    Chart chart = powers_of_two(8, false);
    ASSERT_EQ(pieces_of(chart).size(), 1U);
    chart.lines[0].values[3] = none;
    const auto pieces = pieces_of(chart);
    ASSERT_EQ(pieces.size(), 2U);
    EXPECT_EQ(pieces[0].points.size(), 3U);
    EXPECT_EQ(pieces[1].points.size(), 5U);
}

TEST(Chart, OfNothingHasNoDrawing) {
    Chart chart = powers_of_two(1, false);
    chart.lines = {{"none", {none, 0}}};
    EXPECT_FALSE(has_values(chart));
    EXPECT_FALSE(drawing_of(chart));
    EXPECT_FALSE(drawing_of(Chart{}));
    EXPECT_GT(drawn(chart).shapes.size(), 0U) << "a window still has axes to show";
}

TEST(Chart, HoldsTheIntervalsAroundTheValues) {
    Chart chart = powers_of_two(1, false);
    chart.lines = {{"operation", {2e-6, 4e-6}, {1e-6, 3e-6}, {3e-6, 8e-6}}};
    const ChartLayout layout(chart, area);
    EXPECT_LT(layout.y_of(1e-6), layout.plot().bottom());
    EXPECT_GT(layout.y_of(8e-6), layout.plot().y);
}

TEST(Chart, OfFactorsShowsTheHealthyOne) {
    Chart chart = powers_of_two(1, false);
    chart.quantity = Quantity::ratio;
    chart.lines = {{"part", {2, 3}}};
    const ChartLayout layout(chart, area);
    EXPECT_LT(layout.y_of(1), layout.plot().bottom());
    EXPECT_GT(layout.y_of(1), layout.y_of(2));
    EXPECT_THAT(words_of(drawn(chart)), IsSupersetOf({"1.0 times", "2.0 times", "3.0 times"}));
}

TEST(Chart, TellsItsLinesApartByMoreThanColour) {
    Chart chart = powers_of_two(4, false);
    chart.lines.resize(2, chart.lines.front());
    std::vector<std::vector<double>> dashes;
    for (const Path& path : shapes_of<Path>(drawn(chart))) {
        if (path.pen && path.pen->width == 2 && path.points.size() == 5) dashes.push_back(path.pen->dashes);
    }
    ASSERT_EQ(dashes.size(), 2U);
    EXPECT_NE(dashes[0], dashes[1]);
}

}  // namespace
}  // namespace fabricmap::picture
