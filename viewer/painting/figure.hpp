// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/chart.hpp"
#include "picture/layout/matrix_picture.hpp"
#include "viewer/reading/finding_areas.hpp"

#include <functional>
#include <ostream>
#include <span>
#include <variant>
#include <vector>

namespace fabricmap::viewer {

using picture::CellRegion;

inline constexpr picture::Extent default_figure_size{1280, 960};  // pixels
/// A side of a figure that people may ask for, in pixels.
inline constexpr int min_figure_side = 320;
inline constexpr int max_figure_side = 16384;

/// A whole picture for a file: what it is, its values and how to read them, black on white. Its sheet has a
/// size.
struct Figure {
    picture::Sheet sheet;
    std::variant<picture::MatrixPicture, picture::Chart> content;
    /// Writes the values behind it; they are read meanwhile where they are not there. See csv.hpp.
    std::function<void(std::ostream& out)> write_numbers{};
};

/// A mark a finding with all its pieces, numbered from 1, and one of the areas without a finding.
[[nodiscard]] std::vector<picture::Mark> marks_of(std::span<const FindingArea> areas);

/// The figure on paper, a unit a pixel of its size.
[[nodiscard]] picture::Drawing drawing_of(const Figure& figure);

}  // namespace fabricmap::viewer
