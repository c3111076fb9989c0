// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/matrix.hpp"
#include "netcdf_schema/run_description.hpp"
#include "picture/cells.hpp"

#include <string>
#include <vector>

namespace fabricmap {

/// A matrix with what a reader needs to understand it.
struct Figure {
    std::vector<std::string> title;       ///< lines above the matrix
    Matrix values;                        ///< row 0 at the top
    ValueRange range;                     ///< of the grey scale
    ScaleUnit unit;                       ///< of the numbers at the scale
    std::string row_axis;                 ///< what goes down the side, such as "sender"
    std::string column_axis;              ///< what goes along the top
    std::vector<std::string> row_labels;  ///< one a row; equal neighbours are written once, as a block
    std::vector<std::string> column_labels;
};

/// The figure on a page: title, matrix with axes, the grey scale with its numbers and the mark of missing
/// values. A small matrix is enlarged to about `wanted_pixels`; a large one has a pixel for each cell.
[[nodiscard]] GreyImage draw_figure(const Figure& figure, int wanted_pixels = 640);

/// A plane of a run at one length: senders down the side, receivers along the top, labelled by rank and host.
[[nodiscard]] Figure plane_figure(const RunDescription& run, Statistic statistic, std::int64_t length_bytes,
                                  Matrix plane, const ValueRange& range);

/// What one sender sends (lengths × receivers): lengths down the side.
[[nodiscard]] Figure row_figure(const RunDescription& run, Statistic statistic, std::int64_t sender,
                                const std::vector<std::int64_t>& message_lengths, Matrix row,
                                const ValueRange& range);

}  // namespace fabricmap
