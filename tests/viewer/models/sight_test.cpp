// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/sight.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fabricmap::viewer {
namespace {

TEST(Sight, ShowsAllOfTheMatrixAtFirst) {
    Sight sight;
    sight.set_window(400, 300);
    sight.set_cells(600, 600);
    EXPECT_EQ(sight.visible(), (CellArea{0, 600, 0, 600}));
    EXPECT_DOUBLE_EQ(sight.covered_height(), 300);
    EXPECT_DOUBLE_EQ(sight.covered_width(), 300);
    EXPECT_DOUBLE_EQ(sight.view().down.cells_per_pixel, 2);
}

TEST(Sight, EnlargesFewCellsOnlySoFar) {
    Sight sight;
    sight.set_window(1000, 1000);
    sight.set_cells(2, 2);
    EXPECT_DOUBLE_EQ(sight.covered_width(), 2 * Sight::largest_cell);
}

TEST(Sight, KeepsTheCellUnderTheCursorWhileZooming) {
    Sight sight;
    sight.set_window(500, 500);
    sight.set_cells(1000, 1000);
    const auto row = sight.row_at(123);
    const auto column = sight.column_at(345);
    sight.zoom(4, 345, 123);
    EXPECT_EQ(sight.row_at(123), row);
    EXPECT_EQ(sight.column_at(345), column);
    EXPECT_DOUBLE_EQ(sight.view().down.cells_per_pixel, 0.5);
}

TEST(Sight, FillsTheWindowWithAnArea) {
    Sight sight;
    sight.set_window(500, 500);
    sight.set_cells(1000, 1000);
    sight.show({200, 100, 300, 50});
    const CellArea seen = sight.visible();
    EXPECT_EQ(seen.first_row, 200);
    EXPECT_EQ(seen.rows, 100);
    EXPECT_EQ(seen.first_column, 300);
    EXPECT_EQ(seen.columns, 100);
}

TEST(Sight, MovesAsLittleAsNeededToRevealACell) {
    Sight sight;
    sight.set_window(100, 100);
    sight.set_cells(1000, 1000);
    sight.show({0, 100, 0, 100});
    sight.reveal(50, 50);
    EXPECT_EQ(sight.visible(), (CellArea{0, 100, 0, 100}));
    sight.reveal(700, 50);
    const CellArea seen = sight.visible();
    EXPECT_LE(seen.first_row, 700);
    EXPECT_GT(seen.first_row + seen.rows, 700);
    EXPECT_EQ(seen.first_column, 0);
}

TEST(Sight, OfRowsOverLengthsAlwaysSeesAllLengths) {
    Sight sight(false);
    sight.set_window(400, 300);
    sight.set_cells(20, 5000);
    sight.zoom(10, 100, 100);
    EXPECT_EQ(sight.visible().rows, 20);
    EXPECT_LT(sight.visible().columns, 600);
}

RC_GTEST_PROP(Sight, NeverLeavesTheMatrixWhateverIsDone, ()) {
    Sight sight(*rc::gen::arbitrary<bool>());
    const auto rows = *rc::gen::inRange<std::int64_t>(1, 20000);
    const auto columns = *rc::gen::inRange<std::int64_t>(1, 20000);
    sight.set_cells(rows, columns);
    for (int step = 0; step < 12; ++step) {
        const double x = *rc::gen::inRange(-2000, 2000);
        const double y = *rc::gen::inRange(-2000, 2000);
        switch (*rc::gen::inRange(0, 5)) {
            case 0:
                sight.zoom(std::abs(x) / 500 + 0.1, x, y);
                break;
            case 1:
                sight.move(x * 100, y * 100);
                break;
            case 2:
                sight.set_window(x, y);
                break;
            case 3:
                sight.reveal(*rc::gen::inRange<std::int64_t>(0, rows), columns - 1);
                break;
            default:
                sight.fit();
        }
        const CellArea seen = sight.visible();
        RC_ASSERT(seen.first_row >= 0 && seen.rows >= 1 && seen.first_row + seen.rows <= rows);
        RC_ASSERT(seen.first_column >= 0 && seen.columns >= 1 && seen.first_column + seen.columns <= columns);
    }
}

}  // namespace
}  // namespace fabricmap::viewer
