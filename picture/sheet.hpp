// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "base/units.hpp"
#include "picture/grey_image.hpp"
#include "picture/scaling.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::picture {

/// Neighbouring cells that bear one name, such as the ranks of a host.
struct NamedBlock {
    std::int64_t first = 0;
    std::int64_t cells = 1;
    std::string name;

    friend bool operator==(const NamedBlock&, const NamedBlock&) = default;
};

/// What stands beside the rows or above the columns.
struct Axis {
    std::string name;
    std::vector<std::string> labels;  ///< one a cell; as many are shown as fit, at even distances
    std::vector<NamedBlock> blocks;   ///< ascending; names that do not fit are left out
    int largest_cell = 160;           ///< pixels: few cells are not blown up beyond that
};

/// Everything that a picture of a matrix says in words.
struct Sheet {
    std::string title;
    std::vector<std::string> lines;  ///< below the title
    Axis down;                       ///< of the rows
    Axis across;                     ///< of the columns
    Quantity quantity = Quantity::delay;
};

struct SheetSize {
    int wanted_pixels = 640;  ///< about as long are the sides of the matrix
    bool whole_cells = true;  ///< every cell has a pixel at least; false: cells may share pixels
};

/// The cells with a frame, axes, title and legend on white. `cells` is rows × columns as the sheet's axes
/// say.
[[nodiscard]] GreyImage draw_sheet(const Matrix& cells, const GreyScale& scale, const NeverMeasured& never,
                                   const Sheet& sheet, const SheetSize& size);

}  // namespace fabricmap::picture
