// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/matrix.hpp"
#include "picture/grey_image.hpp"
#include "picture/grey_scale.hpp"

namespace fabricmap {

/// A matrix as pixels. A cell is a square of `cell_pixels`, or, when `cells_per_pixel` is above 1, a pixel
/// stands for that many cells along each side and shows the slowest of them, so that a single slow pair stays
/// visible.
struct CellSize {
    int cell_pixels = 1;
    int cells_per_pixel = 1;
};

/// Cells as large as `wanted_pixels` allow along the longer side, but at least a pixel each.
[[nodiscard]] CellSize enlarged_to(Eigen::Index rows, Eigen::Index columns, int wanted_pixels);
/// Cells that are put together until the longer side has at most `most_pixels`.
[[nodiscard]] CellSize reduced_to(Eigen::Index rows, Eigen::Index columns, int most_pixels);

/// What `draw_cells` will cover.
[[nodiscard]] Rectangle cells_area(const Matrix& values, const CellSize& size, int left, int top);

/// Draws the values; row 0 is at the top. NaN is hatched, which no value is. `range` decides the greys.
void draw_cells(GreyImage& image, const Matrix& values, const ValueRange& range, const CellSize& size,
                int left, int top);

/// Fills the area with the hatch of missing values.
void draw_missing(GreyImage& image, const Rectangle& area);

}  // namespace fabricmap
