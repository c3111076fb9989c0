// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

#include <string>
#include <vector>

namespace fabricmap::picture {

/// Free at the edges of a drawing.
inline constexpr double drawing_margin = 24;

/// Title and lines at the top of a drawing, shortened where they are longer than `width`; where they end.
double draw_header(Drawing& drawing, const std::string& title, const std::vector<std::string>& lines,
                   double width);

/// As wide as title and lines run.
[[nodiscard]] double header_width(const std::string& title, const std::vector<std::string>& lines);
/// As high as they are.
[[nodiscard]] double header_height(const std::string& title, const std::vector<std::string>& lines);

}  // namespace fabricmap::picture
