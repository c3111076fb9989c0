// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/viewport.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fabricmap::viewer {
namespace {

TEST(Viewport, ShowsAllOfTheMatrixAtFirst) {
    Viewport viewport;
    viewport.set_window(400, 300);
    viewport.set_cells(600, 600);
    EXPECT_EQ(viewport.visible(), (CellArea{0, 600, 0, 600}));
    EXPECT_DOUBLE_EQ(viewport.covered_height(), 300);
    EXPECT_DOUBLE_EQ(viewport.covered_width(), 300);
    EXPECT_DOUBLE_EQ(viewport.view().down.cells_per_pixel, 2);
}

TEST(Viewport, EnlargesFewCellsOnlySoFar) {
    Viewport viewport;
    viewport.set_window(1000, 1000);
    viewport.set_cells(2, 2);
    EXPECT_DOUBLE_EQ(viewport.covered_width(), 2 * Viewport::largest_cell);
}

TEST(Viewport, KeepsTheCellUnderTheCursorWhileZooming) {
    Viewport viewport;
    viewport.set_window(500, 500);
    viewport.set_cells(1000, 1000);
    const auto row = viewport.row_at(123);
    const auto column = viewport.column_at(345);
    viewport.zoom(4, 345, 123);
    EXPECT_EQ(viewport.row_at(123), row);
    EXPECT_EQ(viewport.column_at(345), column);
    EXPECT_DOUBLE_EQ(viewport.view().down.cells_per_pixel, 0.5);
}

TEST(Viewport, FillsTheWindowWithAnArea) {
    Viewport viewport;
    viewport.set_window(500, 500);
    viewport.set_cells(1000, 1000);
    viewport.show({200, 100, 300, 50});
    const CellArea seen = viewport.visible();
    EXPECT_EQ(seen.first_row, 200);
    EXPECT_EQ(seen.rows, 100);
    EXPECT_EQ(seen.first_column, 300);
    EXPECT_EQ(seen.columns, 100);
}

TEST(Viewport, MovesAsLittleAsNeededToRevealACell) {
    Viewport viewport;
    viewport.set_window(100, 100);
    viewport.set_cells(1000, 1000);
    viewport.show({0, 100, 0, 100});
    viewport.reveal(50, 50);
    EXPECT_EQ(viewport.visible(), (CellArea{0, 100, 0, 100}));
    viewport.reveal(700, 50);
    const CellArea seen = viewport.visible();
    EXPECT_LE(seen.first_row, 700);
    EXPECT_GT(seen.first_row + seen.rows, 700);
    EXPECT_EQ(seen.first_column, 0);
}

TEST(Viewport, OfRowsOverLengthsAlwaysSeesAllLengths) {
    Viewport viewport(false);
    viewport.set_window(400, 300);
    viewport.set_cells(20, 5000);
    viewport.zoom(10, 100, 100);
    EXPECT_EQ(viewport.visible().rows, 20);
    EXPECT_LT(viewport.visible().columns, 600);
}

RC_GTEST_PROP(Viewport, NeverLeavesTheMatrixWhateverIsDone, ()) {
    Viewport viewport(*rc::gen::arbitrary<bool>());
    const auto rows = *rc::gen::inRange<std::int64_t>(1, 20000);
    const auto columns = *rc::gen::inRange<std::int64_t>(1, 20000);
    viewport.set_cells(rows, columns);
    for (int step = 0; step < 12; ++step) {
        const double x = *rc::gen::inRange(-2000, 2000);
        const double y = *rc::gen::inRange(-2000, 2000);
        switch (*rc::gen::inRange(0, 5)) {
            case 0:
                viewport.zoom(std::abs(x) / 500 + 0.1, x, y);
                break;
            case 1:
                viewport.move(x * 100, y * 100);
                break;
            case 2:
                viewport.set_window(x, y);
                break;
            case 3:
                viewport.reveal(*rc::gen::inRange<std::int64_t>(0, rows), columns - 1);
                break;
            default:
                viewport.fit();
        }
        const CellArea seen = viewport.visible();
        RC_ASSERT(seen.first_row >= 0 && seen.rows >= 1 && seen.first_row + seen.rows <= rows);
        RC_ASSERT(seen.first_column >= 0 && seen.columns >= 1 && seen.first_column + seen.columns <= columns);
    }
}

}  // namespace
}  // namespace fabricmap::viewer
