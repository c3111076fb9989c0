// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"
#include "viewer/painting/theme.hpp"

#include <QPainter>

namespace fabricmap::viewer {

/// How large a unit of a drawing is where its words are to be as large as those in that font.
[[nodiscard]] double unit_for(const QFont& font);

/// The shapes in the theme's colours; `unit`: logical pixels a unit. Words have the font they are measured
/// in.
void paint(QPainter& painter, const picture::Drawing& drawing, const Theme& theme, double unit = 1);

}  // namespace fabricmap::viewer
