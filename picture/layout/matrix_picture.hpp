// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/axis.hpp"
#include "picture/layout/legend.hpp"
#include "picture/layout/marks.hpp"
#include "picture/layout/sheet.hpp"
#include "picture/pyramid.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fabricmap::picture {

/// Largest cells, in pixels: few are not blown up beyond that.
inline constexpr int largest_cell = 160;
inline constexpr int tallest_row = 48;  ///< of rows that are lengths

/// What stands around the cells.
struct MatrixWords {
    Sheet sheet;
    Axis down{};    ///< of the rows
    Axis across{};  ///< of the columns
};

/// Everything that a picture of a matrix says.
struct MatrixPicture {
    MatrixWords words;
    const Pyramid* cells = nullptr;    ///< complete; it must outlive the layout
    Fold fold = Fold::maximum;         ///< of cells that share a pixel
    Legend legend;                     ///< the scale and the palette are those of the cells
    std::vector<Mark> marks{};         ///< of findings
    std::vector<MarkedBlock> stale{};  ///< measured long ago: paler
};

/// The axes of a matrix, laid out once for all views of it.
struct MatrixAxes {
    AxisLayout left;
    AxisLayout top;
};

/// What stands around the cells, and on them.
struct MatrixFrame {
    const MatrixAxes& axes;
    const std::vector<Mark>& marks;
    const Legend* legend = nullptr;  ///< null: none
    double legend_end = 0;           ///< the lowest that it may reach
};

/// Draws what stands around cells that lie in `matrix`; returns the lower right corner of it all.
Point draw_around(Drawing& drawing, const Box& matrix, const View& view, const MatrixFrame& frame);

/// Free between the cells and their legend, where no mark has a name.
inline constexpr double legend_distance = 24;

/// What of the matrix is drawn, and how large: pixels of the cells, which the drawing has as units.
[[nodiscard]] View whole_view(std::int64_t rows, std::int64_t columns, double rows_per_pixel,
                              double columns_per_pixel);

/// So many cells along a side: enlarged to whole pixels as far as `wanted` allows, at most `largest` each;
/// where there are more cells than that, each still has a pixel of its own, or cells share pixels.
[[nodiscard]] double cells_a_pixel(std::int64_t cells, int wanted, int largest, bool whole_cells);

/// Rows and columns, from the first to the last; may begin and end within cells.
struct CellRegion {
    double first_row = 0;
    double rows = 0;
    double first_column = 0;
    double columns = 0;
};

/// The cells of the region as large as a room of that size allows. Cells are square unless rows and columns
/// are different things.
[[nodiscard]] View fitting_view(const MatrixPicture& picture, const CellRegion& region, const Extent& room,
                                bool has_square_cells);

/// Axes left and on top, the legend at the right, labels of marks around the cells, on a sheet that is as
/// large as that needs.
[[nodiscard]] Drawing drawing_of(const MatrixPicture& picture, const View& view);
/// The region on a sheet that has a size.
[[nodiscard]] Drawing fitted_drawing(const MatrixPicture& picture, const CellRegion& region,
                                     bool has_square_cells);

}  // namespace fabricmap::picture
