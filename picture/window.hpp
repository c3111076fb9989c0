// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/pyramid.hpp"
#include "picture/shades.hpp"

#include <cstdint>
#include <vector>

namespace fabricmap::picture {

/// Which cells lie under which pixels along one axis.
struct AxisView {
    double first = 0;  ///< in cells, at the outer edge of the first pixel; may lie outside the matrix
    double cells_per_pixel = 1;  ///< below 1 where a cell has several pixels
    int pixels = 0;

    [[nodiscard]] double cell_at(double pixel) const noexcept { return first + pixel * cells_per_pixel; }
    [[nodiscard]] double pixel_at(double cell) const noexcept { return (cell - first) / cells_per_pixel; }
};

/// What of a matrix is seen: rows down, columns across.
struct View {
    AxisView down;
    AxisView across;
};

/// A few rows and columns of a matrix that is still read: blocks of cells, each with one of their values.
struct Preview {
    Matrix values;  ///< blocks down × blocks across
    std::int64_t rows_a_block = 1;
    std::int64_t columns_a_block = 1;
};

/// Cells at least this large are hatched where they were not measured; smaller ones are blank.
inline constexpr int min_hatched_cell = 4;
/// In pixels, along either axis.
inline constexpr int hatch_period = 4;

/// Shades (see Shades), line by line.
struct ShadePicture {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> pixels;
    std::int64_t values_read = 0;  ///< of cells and blocks: at most four a pixel

    friend bool operator==(const ShadePicture&, const ShadePicture&) = default;
};

/// The window's pixels. Where several cells share one it has what `fold` says of them, each cell in
/// exactly one pixel; where a cell has at least min_hatched_cell pixels and was not measured it is hatched.
/// Rows that are not ready are taken from `preview`, or left unread without one. Around the matrix lies
/// Shades::outside.
[[nodiscard]] ShadePicture draw_window(const Pyramid& pyramid, const Preview* preview, const View& view,
                                       const Shades& shades, Fold fold);

}  // namespace fabricmap::picture
