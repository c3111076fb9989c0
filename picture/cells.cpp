// SPDX-License-Identifier: Apache-2.0
#include "picture/cells.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap::picture {
namespace {

struct Block {
    Eigen::Index first_row;
    Eigen::Index last_row;
    Eigen::Index first_column;
    Eigen::Index last_column;
};

/// The slowest of the block's cells; NaN where none was measured.
double slowest(const Matrix& cells, const Block& block, const NeverMeasured& never) {
    double found = std::numeric_limits<double>::quiet_NaN();
    for (Eigen::Index row = block.first_row; row <= block.last_row; ++row) {
        for (Eigen::Index column = block.first_column; column <= block.last_column; ++column) {
            if (never.holds(row, column)) continue;
            found = std::fmax(found, cells(row, column));
        }
    }
    return found;
}

bool is_never_measured(const Block& block, const NeverMeasured& never) {
    // Only a block of a single cell can be: wherever there are more, one of them lies beside the diagonal.
    return block.first_row == block.last_row && block.first_column == block.last_column &&
           never.holds(block.first_row, block.first_column);
}

}  // namespace

int AxisDetail::pixel_of(std::int64_t cell) const noexcept {
    return static_cast<int>(cell / cells_per_pixel * pixels_per_cell);
}

int AxisDetail::length_of(std::int64_t cells) const noexcept {
    return static_cast<int>((cells + cells_per_pixel - 1) / cells_per_pixel * pixels_per_cell);
}

AxisDetail AxisDetail::whole(std::int64_t cells, int wanted, int largest_cell) noexcept {
    const std::int64_t fitting = wanted / std::max<std::int64_t>(cells, 1);
    return {static_cast<int>(std::clamp<std::int64_t>(fitting, 1, std::max(largest_cell, 1))), 1};
}

AxisDetail AxisDetail::at_most(std::int64_t cells, int wanted, int largest_cell) noexcept {
    if (cells <= wanted) return whole(cells, wanted, largest_cell);
    return {1, static_cast<int>((cells - 1) / std::max(wanted, 1) + 1)};
}

void draw_hatch(GreyImage& image, const Rectangle& area) {
    image.fill(area, white);
    for (int y = area.y; y < area.bottom(); ++y) {
        for (int x = area.x; x < area.right(); ++x) {
            if ((x + y) % hatch_period == 0) image.set(x, y, hatch_grey);
        }
    }
}

GreyImage draw_cells(const Matrix& cells, const GreyScale& scale, const NeverMeasured& never,
                     const Detail& detail) {
    const auto& [down, across] = detail;
    GreyImage image(across.length_of(cells.cols()), down.length_of(cells.rows()));
    const bool hatched = std::min(down.pixels_per_cell, across.pixels_per_cell) >= min_hatched_cell;
    for (Eigen::Index row = 0; row < cells.rows(); row += down.cells_per_pixel) {
        for (Eigen::Index column = 0; column < cells.cols(); column += across.cells_per_pixel) {
            const Block block{row, std::min(row + down.cells_per_pixel, cells.rows()) - 1, column,
                              std::min(column + across.cells_per_pixel, cells.cols()) - 1};
            const double value = slowest(cells, block, never);
            const Rectangle area{across.pixel_of(column), down.pixel_of(row), across.pixels_per_cell,
                                 down.pixels_per_cell};
            if (std::isnan(value) && hatched && !is_never_measured(block, never)) {
                draw_hatch(image, area);
            } else {
                image.fill(area, scale(value));
            }
        }
    }
    return image;
}

}  // namespace fabricmap::picture
