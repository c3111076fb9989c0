// SPDX-License-Identifier: Apache-2.0
#include "picture/cells.hpp"

#include "tests/not_measured.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace fabricmap::picture {
namespace {

using testing::not_measured;

Detail both(const AxisDetail& axis) {
    return {axis, axis};
}

TEST(AxisDetail, EnlargesFewCellsToWholePixels) {
    EXPECT_EQ(AxisDetail::whole(4, 640, 1000).pixels_per_cell, 160);
    EXPECT_EQ(AxisDetail::whole(4, 640, 100).pixels_per_cell, 100);
    EXPECT_EQ(AxisDetail::whole(300, 640, 1000).pixels_per_cell, 2);
}

TEST(AxisDetail, GivesEveryCellAPixelHoweverManyThereAre) {
    const AxisDetail detail = AxisDetail::whole(5000, 640, 1000);
    EXPECT_EQ(detail.pixels_per_cell, 1);
    EXPECT_EQ(detail.length_of(5000), 5000);
}

RC_GTEST_PROP(AxisDetail, AtMostNeverPassesThePixelsWanted, ()) {
    const int cells = *rc::gen::inRange(1, 5000);
    const int wanted = *rc::gen::inRange(1, 1000);
    const AxisDetail detail = AxisDetail::at_most(cells, wanted, 1000);
    RC_ASSERT(detail.length_of(cells) <= wanted);
    RC_ASSERT(detail.length_of(cells) >= 1);
    RC_ASSERT(detail.pixel_of(cells - 1) < detail.length_of(cells));
}

TEST(DrawCells, PutsSendersDownAndReceiversAcross) {
    Matrix plane(2, 3);
    plane << 0, 1, 2, 3, 4, 5;
    const GreyImage image = draw_cells(plane, GreyScale({0, 5}), {}, {{2, 1}, {3, 1}});
    ASSERT_EQ(image.width(), 9);
    ASSERT_EQ(image.height(), 4);
    for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 9; ++x) {
            // Light is 60000 and the six values are 12000 apart.
            EXPECT_EQ(image.at(x, y), 60000 - 12000 * (3 * (y / 2) + x / 3)) << x << " " << y;
        }
    }
}

RC_GTEST_PROP(DrawCells, KeepsASingleSlowCellVisibleHoweverFewPixelsThereAre, ()) {
    const int ranks = *rc::gen::inRange(1, 80);
    const int wanted = *rc::gen::inRange(1, 80);
    const int sender = *rc::gen::inRange(0, ranks);
    const int receiver = *rc::gen::inRange(0, ranks);
    Matrix plane = Matrix::Constant(ranks, ranks, 1e-6);
    plane(sender, receiver) = 9e-6;
    const AxisDetail axis = AxisDetail::at_most(ranks, wanted, 4);
    const GreyImage image = draw_cells(plane, GreyScale({1e-6, 9e-6}), {}, both(axis));
    RC_ASSERT(image.at(axis.pixel_of(receiver), axis.pixel_of(sender)) == black);
}

TEST(DrawCells, MarksMissingCellsByAHatchThatNoValueLooksLike) {
    Matrix plane(1, 2);
    plane << not_measured, 1;
    const GreyImage image = draw_cells(plane, GreyScale({0, 1}), {}, both({8, 1}));
    std::set<Grey> greys;
    for (int y = 0; y < 8; ++y) {
        for (int x = 0; x < 8; ++x) greys.insert(image.at(x, y));
    }
    EXPECT_EQ(greys.size(), 2U);
    EXPECT_TRUE(greys.contains(white));
    EXPECT_EQ(image.at(12, 4), black);
}

TEST(DrawCells, LeavesSmallMissingCellsWhite) {
    Matrix plane(1, 2);
    plane << not_measured, 0;
    const GreyImage image = draw_cells(plane, GreyScale({0, 1}), {}, both({1, 1}));
    EXPECT_EQ(image.at(0, 0), white);
    EXPECT_EQ(image.at(1, 0), GreyScale::lightest);
}

TEST(DrawCells, LeavesTheUnmeasuredDiagonalPlainWhite) {
    const Matrix plane = Matrix::Zero(2, 2);
    const GreyImage image = draw_cells(plane, GreyScale({0, 1}), {true, -1}, both({8, 1}));
    for (int y = 0; y < 8; ++y) {
        for (int x = 0; x < 8; ++x) EXPECT_EQ(image.at(x, y), white);
    }
    EXPECT_EQ(image.at(8, 0), GreyScale::lightest);
}

TEST(DrawCells, ShowsASharedPixelAsMissingOnlyWhenAllOfItIs) {
    Matrix plane = Matrix::Constant(4, 4, not_measured);
    plane(0, 1) = 1;
    const GreyImage image = draw_cells(plane, GreyScale({0, 1}), {}, both({1, 2}));
    ASSERT_EQ(image.width(), 2);
    EXPECT_EQ(image.at(0, 0), black);
    EXPECT_EQ(image.at(1, 0), white);
    EXPECT_EQ(image.at(1, 1), white);
}

}  // namespace
}  // namespace fabricmap::picture
