// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

#include <cstddef>

namespace fabricmap::picture {

/// The line with that number: its colour and dashes.
[[nodiscard]] Pen line_pen(std::size_t number);

/// A point of it: each line has a form of its own, for those who see no colours.
void draw_point(Drawing& drawing, Point at, std::size_t number);

/// A piece of the line with a point in its middle, as beside its name.
void draw_sample(Drawing& drawing, Point left, double length, std::size_t number);

}  // namespace fabricmap::picture
