// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"
#include "viewer/painting/figure.hpp"

#include <span>
#include <vector>

namespace fabricmap::viewer {

/// A mark a finding with all its pieces, numbered from 1, and one of the areas without a finding.
[[nodiscard]] std::vector<picture::Mark> marks_of(std::span<const FindingArea> areas);

/// The figure on paper, a unit a pixel of its size.
[[nodiscard]] picture::Drawing drawing_of(const Figure& figure);

}  // namespace fabricmap::viewer
