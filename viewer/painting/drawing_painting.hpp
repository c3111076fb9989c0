// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"
#include "viewer/painting/theme.hpp"

#include <QPainter>

namespace fabricmap::viewer {

/// The shapes in the theme's colours, a unit a logical pixel. Words have the painter's font family.
void paint(QPainter& painter, const picture::Drawing& drawing, const Theme& theme);

}  // namespace fabricmap::viewer
