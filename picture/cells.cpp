// SPDX-License-Identifier: Apache-2.0
#include "picture/cells.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap {
namespace {

// The hatch runs over the whole picture, so that missing cells side by side look like one area.
constexpr int hatch_period = 6;
constexpr int hatch_line = 2;
constexpr Grey hatch_dark = 38000;

Eigen::Index divided_up(Eigen::Index cells, int per_pixel) {
    return (cells + per_pixel - 1) / per_pixel;
}

/// The slowest measured value of a block of cells, NaN where none was measured.
double slowest_of(const Matrix& values, Eigen::Index row, Eigen::Index column, int side) {
    double slowest = std::numeric_limits<double>::quiet_NaN();
    const Eigen::Index last_row = std::min<Eigen::Index>(row + side, values.rows());
    const Eigen::Index last_column = std::min<Eigen::Index>(column + side, values.cols());
    for (Eigen::Index r = row; r < last_row; ++r) {
        for (Eigen::Index c = column; c < last_column; ++c) slowest = std::fmax(slowest, values(r, c));
    }
    return slowest;
}

}  // namespace

CellSize enlarged_to(Eigen::Index rows, Eigen::Index columns, int wanted_pixels) {
    const Eigen::Index longer = std::max<Eigen::Index>({rows, columns, 1});
    return {static_cast<int>(std::max<Eigen::Index>(1, wanted_pixels / longer)), 1};
}

CellSize reduced_to(Eigen::Index rows, Eigen::Index columns, int most_pixels) {
    const Eigen::Index longer = std::max<Eigen::Index>({rows, columns, 1});
    return {1, static_cast<int>(divided_up(longer, most_pixels))};
}

Rectangle cells_area(const Matrix& values, const CellSize& size, int left, int top) {
    return {left, top, static_cast<int>(divided_up(values.cols(), size.cells_per_pixel)) * size.cell_pixels,
            static_cast<int>(divided_up(values.rows(), size.cells_per_pixel)) * size.cell_pixels};
}

void draw_cells(GreyImage& image, const Matrix& values, const ValueRange& range, const CellSize& size,
                int left, int top) {
    const int side = size.cells_per_pixel;
    Rectangle cell{left, top, size.cell_pixels, size.cell_pixels};
    for (Eigen::Index row = 0; row < values.rows(); row += side, cell.top += size.cell_pixels) {
        cell.left = left;
        for (Eigen::Index column = 0; column < values.cols(); column += side, cell.left += size.cell_pixels) {
            const double value = slowest_of(values, row, column, side);
            if (std::isnan(value)) {
                draw_missing(image, cell);
            } else {
                image.fill(cell, grey_of(value, range));
            }
        }
    }
}

void draw_missing(GreyImage& image, const Rectangle& area) {
    for (int y = area.top; y < area.top + area.height; ++y) {
        for (int x = area.left; x < area.left + area.width; ++x) {
            image.set(x, y, (x + y) % hatch_period < hatch_line ? hatch_dark : white);
        }
    }
}

}  // namespace fabricmap
