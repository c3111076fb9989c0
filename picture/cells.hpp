// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "picture/grey_image.hpp"
#include "picture/scaling.hpp"

#include <cstdint>

namespace fabricmap::picture {

/// How many pixels a cell has along one axis, or how many cells a pixel has; one of the two is 1.
struct AxisDetail {
    int pixels_per_cell = 1;
    int cells_per_pixel = 1;

    /// Where the cell begins, in pixels from the first.
    [[nodiscard]] int pixel_of(std::int64_t cell) const noexcept;
    /// How long that many cells are.
    [[nodiscard]] int length_of(std::int64_t cells) const noexcept;

    /// Cells enlarged to as many whole pixels as fit into `wanted` (one at least, `largest_cell` at most).
    [[nodiscard]] static AxisDetail whole(std::int64_t cells, int wanted, int largest_cell) noexcept;
    /// The same, but where there are more cells than pixels wanted, cells share a pixel.
    [[nodiscard]] static AxisDetail at_most(std::int64_t cells, int wanted, int largest_cell) noexcept;
};

struct Detail {
    AxisDetail down;    ///< of the rows
    AxisDetail across;  ///< of the columns
};

/// Cells at least this large are hatched where they were not measured; smaller ones are white.
inline constexpr int min_hatched_cell = 4;
inline constexpr Grey hatch_grey = 30000;
/// In pixels, along either axis.
inline constexpr int hatch_period = 4;

/// The matrix as pixels, row 0 at the top. A pixel that several cells share has the darkest of their
/// greys, so that a single slow cell stays visible; it counts as not measured when none of them was. Cells
/// that were not measured are white with a hatch, those that never are (`never`) plain white.
[[nodiscard]] GreyImage draw_cells(const Matrix& cells, const GreyScale& scale, const NeverMeasured& never,
                                   const Detail& detail);

/// The hatch of a cell that was not measured, over the whole area.
void draw_hatch(GreyImage& image, const Rectangle& area);

}  // namespace fabricmap::picture
