// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/loaded_plane.hpp"

#include "viewer/reading/shared_stack.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fabricmap::viewer {
namespace {

const std::atomic<bool> not_stopped = false;

Displayed displayed_of(const std::string& source) {
    const Opened opened = open_shared(source);
    Displayed displayed;
    displayed.stack = opened.run->stack(Statistic::median);
    displayed.never = picture::NeverMeasured::in_plane(opened.description());
    return displayed;
}

TEST(LoadedPlane, HoldsThePlaneInTheOrderAskedFor) {
    const Displayed displayed = displayed_of("synthetic:fat_tree");
    const auto endpoints = static_cast<int>(displayed.stack->rank_count());
    std::vector<int> order(static_cast<std::size_t>(endpoints));
    std::iota(order.rbegin(), order.rend(), 0);
    std::swap(order[2], order[7]);
    LoadedPlane plane({displayed, 3, order});
    plane.read(not_stopped);
    const Matrix truth = displayed.stack->plane(3);
    for (int row = 0; row < endpoints; ++row) {
        for (int column = 0; column < endpoints; ++column) {
            const float cell = plane.pyramid().cell(row, column);
            if (row == column) {
                EXPECT_TRUE(std::isnan(cell));
            } else {
                EXPECT_EQ(cell, static_cast<float>(truth(order[static_cast<std::size_t>(row)],
                                                         order[static_cast<std::size_t>(column)])));
            }
        }
    }
    EXPECT_EQ(plane.histogram().count(), endpoints * (endpoints - 1));
}

TEST(LoadedPlane, ShowsACoarseVersionBeforeItIsRead) {
    const Displayed displayed = displayed_of("synthetic:fat_tree");
    const LoadedPlane plane({displayed, 0, {}});
    EXPECT_EQ(plane.pyramid().rows_ready(), 0);
    ASSERT_NE(plane.preview(), nullptr);
    const picture::Shades shades(picture::GreyScale(*plane.histogram().extremes()));
    const double endpoints = static_cast<double>(plane.pyramid().rows());
    const picture::View view{{0, endpoints / 100, 100}, {0, endpoints / 100, 100}};
    const auto picture =
        picture::draw_window(plane.pyramid(), plane.preview(), view, shades, picture::Fold::maximum);
    const auto shown = std::count_if(picture.pixels.begin(), picture.pixels.end(),
                                     [](std::uint8_t shade) { return shade < picture::Shades::count; });
    EXPECT_GT(shown, 9000);
}

TEST(LoadedPlane, EndsEarlyWhenStopped) {
    const std::atomic<bool> stopped = true;
    LoadedPlane plane({displayed_of("synthetic:fat_tree"), 0, {}});
    plane.read(stopped);
    EXPECT_FALSE(plane.pyramid().is_complete());
}

TEST(ReadCut, HasWhatOneSendsAndGetsOverAllLengths) {
    const Displayed displayed = displayed_of("synthetic:two_racks");
    for (const bool is_row : {true, false}) {
        const LoadedCut cut = read_cut({displayed, 0, {}}, 5, is_row);
        const auto lengths = static_cast<std::int64_t>(displayed.stack->message_lengths().size());
        ASSERT_EQ(cut.pyramid->rows(), lengths);
        const Vector truth = is_row ? displayed.stack->pair(5, 9) : displayed.stack->pair(9, 5);
        for (std::int64_t k = 0; k < lengths; ++k) {
            EXPECT_EQ(cut.pyramid->cell(k, 9), static_cast<float>(truth(k)));
            EXPECT_TRUE(std::isnan(cut.pyramid->cell(k, 5)));
        }
    }
}

TEST(HistogramOf, CountsWhatTheLoadedPlaneHolds) {
    const Displayed displayed = displayed_of("synthetic:two_racks");
    LoadedPlane plane({displayed, 2, {}});
    plane.read(not_stopped);
    const ValueHistogram histogram = histogram_of(displayed, 2, not_stopped);
    EXPECT_EQ(histogram.count(), plane.histogram().count());
    EXPECT_EQ(histogram.extremes(), plane.histogram().extremes());
}

}  // namespace
}  // namespace fabricmap::viewer
