// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/matrix_picture.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace fabricmap::picture {
namespace {

constexpr double picture_gap = legend_distance / 2;
/// For the names of marked parts, or their numbers alone.
constexpr double room_beside_names = 150;
constexpr double room_below_names = 64;
constexpr double room_for_numbers = 40;

/// Whole pixels where a cell has at least one: all cells look alike then.
double pixels_a_cell(double cells, double room, double largest) {
    const double fitting = std::max(1.0, room) / std::max(cells, 1e-9);
    return fitting < 1 ? fitting : std::min(std::floor(fitting), largest);
}

int pixels_of(double cells, double pixels_each) {
    return std::max(1, static_cast<int>(std::lround(cells * pixels_each)));
}

/// So many cells along a side, at most `largest` pixels each.
double cells_a_pixel(std::int64_t cells, int wanted, int largest, bool whole_cells) {
    const std::int64_t fitting = wanted / std::max<std::int64_t>(cells, 1);
    if (fitting >= 1) return 1 / static_cast<double>(std::min<std::int64_t>(fitting, largest));
    return whole_cells ? 1 : static_cast<double>(cells) / wanted;
}

int largest_down(const MatrixPicture& picture) {
    return picture.has_square_cells ? largest_cell : tallest_row;
}

}  // namespace

Drawing drawing_of(const MatrixPicture& picture, const View& view) {
    const MatrixAxes axes{{picture.down, Side::left, static_cast<double>(view.down.pixels)},
                          {picture.across, Side::top, static_cast<double>(view.across.pixels)}};
    const Box matrix{axes.left.thickness(), axes.top.thickness(), static_cast<double>(view.across.pixels),
                     static_cast<double>(view.down.pixels)};
    Drawing drawing;
    drawing.shapes.emplace_back(
        Cells{matrix,
              std::make_shared<ShadePicture>(
                  draw_window(*picture.cells, nullptr, view, Shades(picture.legend.scale), picture.fold)),
              picture.legend.palette});
    for (const MarkedBlock& block : picture.stale)
        drawing.area(box_of(block, matrix, view), {Ink::paper, 0.55});
    const double legend_end = matrix.y + std::max(matrix.height, extent_of(picture.legend).height);
    const Point corner =
        draw_around(drawing, matrix, view, {axes, picture.marks, &picture.legend, legend_end});
    drawing.width = corner.x;
    drawing.height = corner.y;
    return drawing;
}

View whole_view(const Pyramid& cells, double rows_per_pixel, double columns_per_pixel) {
    const auto axis = [](std::int64_t count, double cells_per_pixel) {
        const double pixels = std::ceil(static_cast<double>(count) / cells_per_pixel - 1e-9);
        return AxisView{0, cells_per_pixel, std::max(1, static_cast<int>(pixels))};
    };
    return {axis(cells.rows(), rows_per_pixel), axis(cells.columns(), columns_per_pixel)};
}

View natural_view(const MatrixPicture& picture, int wanted_pixels, bool whole_cells) {
    const Pyramid& cells = *picture.cells;
    return whole_view(cells, cells_a_pixel(cells.rows(), wanted_pixels, largest_down(picture), whole_cells),
                      cells_a_pixel(cells.columns(), wanted_pixels, largest_cell, whole_cells));
}

View fitting_view(const MatrixPicture& picture, const Extent& room) {
    const CellRegion region = picture.region.value_or(CellRegion{
        0, static_cast<double>(picture.cells->rows()), 0, static_cast<double>(picture.cells->columns())});
    const bool has_marks = !picture.marks.empty();
    const bool has_names = std::any_of(picture.marks.begin(), picture.marks.end(),
                                       [](const Mark& mark) { return !mark.name.empty(); });
    const auto room_for_marks = [&](double for_names) {
        return has_names ? for_names : has_marks ? room_for_numbers : 0;
    };
    const double room_down = room.height - room_for_marks(room_below_names);
    const double left = AxisLayout(picture.down, Side::left, room_down).thickness();
    const double beside = std::max(room_for_marks(room_beside_names), picture_gap) + picture_gap +
                          extent_of(picture.legend).width;
    const double room_across = room.width - left - beside;
    double down = 0;
    double across = pixels_a_cell(region.columns, room_across, largest_cell);
    // A shorter side may turn its names, which takes height, which may shorten it once more.
    constexpr int passes = 4;
    double top_length = room_across;
    for (int pass = 0; pass < passes; ++pass) {
        const double top = AxisLayout(picture.across, Side::top, top_length).thickness();
        down = pixels_a_cell(region.rows, room_down - top, largest_down(picture));
        if (picture.has_square_cells) down = across = std::min(down, across);
        top_length = pixels_of(region.columns, across);
    }
    return {{region.first_row, 1 / down, pixels_of(region.rows, down)},
            {region.first_column, 1 / across, pixels_of(region.columns, across)}};
}

Point draw_around(Drawing& drawing, const Box& matrix, const View& view, const MatrixFrame& frame) {
    // Its line runs around the cells, not on them.
    constexpr double half = 0.5;
    drawing.outline({matrix.x - half, matrix.y - half, matrix.width + 2 * half, matrix.height + 2 * half});
    frame.axes.left.draw(drawing, matrix, view.down);
    frame.axes.top.draw(drawing, matrix, view.across);
    const MarksLayout marks(frame.marks, matrix, view);
    marks.draw(drawing);
    const Point corner{matrix.right() + marks.width_beside(), matrix.bottom() + marks.height_below()};
    if (frame.legend == nullptr) return corner;
    const double x = std::max(corner.x, matrix.right() + picture_gap) + picture_gap;
    const Extent size = extent_of(*frame.legend);
    draw_legend(drawing, {x, matrix.y, size.width, frame.legend_end - matrix.y}, *frame.legend);
    return {x + size.width, std::max(corner.y, matrix.y + size.height)};
}

Drawing drawing_of(const Sheet& sheet, const MatrixPicture& picture, const View& view) {
    return on_sheet(sheet, [&](const Extent& room) {
        return drawing_of(picture, sheet.extent() ? fitting_view(picture, room) : view);
    });
}

}  // namespace fabricmap::picture
