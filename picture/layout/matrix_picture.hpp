// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/axis.hpp"
#include "picture/layout/legend.hpp"
#include "picture/layout/marks.hpp"
#include "picture/layout/sheet.hpp"
#include "picture/pyramid.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace fabricmap::picture {

/// Largest cells, in pixels: few are not blown up beyond that.
inline constexpr int largest_cell = 160;
inline constexpr int tallest_row = 48;  ///< of rows that are lengths

/// Rows and columns, from the first to the last; may begin and end within cells.
struct CellRegion {
    double first_row = 0;
    double rows = 0;
    double first_column = 0;
    double columns = 0;
};

/// Everything that a picture of a matrix says, but for the sheet that it is on.
struct MatrixPicture {
    Axis down;                             ///< of the rows
    Axis across;                           ///< of the columns
    std::shared_ptr<const Pyramid> cells;  ///< complete when it is drawn
    Legend legend;                         ///< the scale and the palette are those of the cells
    Fold fold = Fold::maximum;             ///< of cells that share a pixel
    std::vector<Mark> marks{};             ///< of findings
    std::vector<MarkedBlock> stale{};      ///< measured long ago: paler
    std::optional<CellRegion> region{};    ///< nothing: the whole matrix
    bool has_square_cells = true;          ///< false where rows and columns are different things
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

/// The whole matrix, of which each pixel has so many cells a side.
[[nodiscard]] View whole_view(const Pyramid& cells, double rows_per_pixel, double columns_per_pixel);
/// The whole matrix in so many pixels a side: cells are enlarged to whole pixels as far as that allows. Where
/// there are more cells than that, each still has a pixel of its own, or cells share pixels.
[[nodiscard]] View natural_view(const MatrixPicture& picture, int wanted_pixels, bool whole_cells);
/// The cells of the region as large as a room of that size allows.
[[nodiscard]] View fitting_view(const MatrixPicture& picture, const Extent& room);

/// Axes left and on top, the legend at the right, labels of marks around the cells.
[[nodiscard]] Drawing drawing_of(const MatrixPicture& picture, const View& view);
/// The same on a sheet, which it fills where that has a size; else `view` says how large it is.
[[nodiscard]] Drawing drawing_of(const Sheet& sheet, const MatrixPicture& picture, const View& view = {});

}  // namespace fabricmap::picture
