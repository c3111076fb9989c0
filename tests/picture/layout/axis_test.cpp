// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/axis.hpp"

#include "picture/shapes/words.hpp"
#include "tests/picture/shapes_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricmap::picture {
namespace {

using ::testing::ElementsAre;
using testing::shapes_of;
using testing::text_with;

Axis axis_of(std::int64_t ranks, std::int64_t ranks_a_host) {
    Axis axis{"sender"};
    for (std::int64_t rank = 0; rank < ranks; ++rank) axis.labels.push_back(std::to_string(rank));
    for (std::int64_t first = 0; first < ranks; first += ranks_a_host) {
        axis.blocks.push_back(
            {first, std::min(ranks_a_host, ranks - first), "node" + std::to_string(first / ranks_a_host)});
    }
    return axis;
}

/// Where the ticks of a left axis lie.
std::vector<double> ticks_of(const Drawing& drawing, const Box& matrix) {
    std::vector<double> ticks;
    for (const Path& path : shapes_of<Path>(drawing)) {
        const bool is_tick = path.points.front().y == path.points.back().y &&
                             path.points.front().x == matrix.x - 2 && path.points.back().x == matrix.x - 6;
        if (is_tick) ticks.push_back(path.points.front().y);
    }
    return ticks;
}

Drawing left_axis(const Axis& axis, const Box& matrix, const AxisView& view) {
    Drawing drawing;
    AxisLayout(axis, Side::left, matrix.height).draw(drawing, matrix, view);
    return drawing;
}

TEST(Axis, MarksTheMiddleOfEachCellThatHasRoom) {
    const Box matrix{200, 10, 400, 400};
    EXPECT_THAT(ticks_of(left_axis(axis_of(4, 1), matrix, {0, 0.01, 400}), matrix),
                ElementsAre(60, 160, 260, 360));
}

TEST(Axis, MarksTheVisiblePartOfACellThatIsLargerThanTheWindow) {
    const Box matrix{200, 10, 400, 400};
    // From the middle of cell 1 to the middle of cell 2.
    EXPECT_THAT(ticks_of(left_axis(axis_of(4, 1), matrix, {1.5, 0.0025, 400}), matrix),
                ElementsAre(110, 310));
}

TEST(Axis, KeepsItsLabelsApartWithManyRanks) {
    const Box matrix{300, 10, 600, 600};
    const auto ticks = ticks_of(left_axis(axis_of(16384, 4), matrix, {0, 16384.0 / 600, 600}), matrix);
    ASSERT_GT(ticks.size(), 8U);
    for (std::size_t k = 1; k < ticks.size(); ++k)
        EXPECT_GE(ticks[k] - ticks[k - 1], line_height(small_size) - 1);
}

TEST(Axis, StaysWithinItsThickness) {
    for (const std::int64_t ranks : {1, 16, 1024, 16384}) {
        for (const Side side : {Side::left, Side::top}) {
            const AxisLayout axis(axis_of(ranks, 4), side, 600);
            const Box matrix{400, 400, 600, 600};
            Drawing drawing;
            axis.draw(drawing, matrix, {0, static_cast<double>(ranks) / 600, 600});
            const double edge = 400 - axis.thickness() - 1;
            EXPECT_LT(axis.thickness(), 300) << ranks;
            for (const Text& text : shapes_of<Text>(drawing)) {
                const double length = text_width(text.words, text.size);
                double outer = text.at.x;
                if (side == Side::left) {
                    outer -= text.is_upwards ? cap_height(text.size) : length;
                } else {
                    outer = text.at.y - (text.is_upwards ? length : cap_height(text.size));
                }
                EXPECT_GE(outer, edge) << ranks << ' ' << text.words;
            }
        }
    }
}

TEST(Axis, TurnsLongNamesAboveTheMatrix) {
    Axis axis{"receiver"};
    for (int host = 100; host < 164; ++host) axis.labels.push_back("compute-node-" + std::to_string(host));
    const double length = text_width("compute-node-100", small_size);
    EXPECT_GT(AxisLayout(axis, Side::top, 600).thickness(), length);
    axis.labels.resize(2);
    EXPECT_LT(AxisLayout(axis, Side::top, 600).thickness(), length);
}

TEST(Axis, PutsANameBesideTheMiddleOfItsBlock) {
    const Box matrix{200, 10, 400, 400};
    const Drawing drawing = left_axis(axis_of(4, 2), matrix, {0, 0.01, 400});
    // Of cells 0 and 1, whose pixels begin at 10 and end at 210.
    EXPECT_NEAR(text_with(drawing, "node0").at.y, 110 + cap_height(small_size) / 2, 1e-9);
    EXPECT_EQ(text_with(drawing, "node0").anchor, Anchor::end);
}

TEST(Axis, HasGroupsOutsideOfItsBlocks) {
    const Box matrix{200, 100, 400, 400};
    for (const Side side : {Side::left, Side::top}) {
        Axis axis = axis_of(40, 1);
        const double before = AxisLayout(axis, side, 400).thickness();
        axis.groups = {{0, 30, "below one switch"}, {30, 2, "below another"}, {39, 1, "below a third"}};
        const AxisLayout layout(axis, side, 400);
        EXPECT_GT(layout.thickness(), before);
        Drawing drawing;
        layout.draw(drawing, matrix, {0, 0.1, 400});
        const Text name = text_with(drawing, "below one switch");
        // Along the matrix, in the middle of its cells.
        EXPECT_EQ(name.is_upwards, side == Side::left);
        EXPECT_EQ(name.anchor, Anchor::middle);
        EXPECT_EQ(side == Side::left ? name.at.y - matrix.y : name.at.x - matrix.x, 150);
        const auto words = testing::words_of(drawing);
        EXPECT_EQ(std::count(words.begin(), words.end(), "below another"), 0) << "it has no room";
    }
}

}  // namespace
}  // namespace fabricmap::picture
