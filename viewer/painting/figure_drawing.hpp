// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"
#include "viewer/painting/figure.hpp"

namespace fabricmap::viewer {

/// The figure on paper, a unit a pixel of its size.
[[nodiscard]] picture::Drawing drawing_of(const Figure& figure);

}  // namespace fabricmap::viewer
