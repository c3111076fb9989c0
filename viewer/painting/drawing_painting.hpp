// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"
#include "viewer/painting/theme.hpp"

#include <QColor>
#include <QImage>
#include <QPainter>

namespace fabricmap::viewer {

[[nodiscard]] inline QColor screen_colour(const picture::Colour& colour) {
    return {colour.red, colour.green, colour.blue};
}

/// The shades in the palette's colours: Format_Indexed8 of the same size.
[[nodiscard]] QImage shade_image(const picture::ShadePicture& shades, picture::Palette palette);

/// How large a unit of a drawing is where its words are to be as large as those in that font.
[[nodiscard]] double unit_for(const QFont& font);

/// The shapes in the theme's colours; `unit`: logical pixels a unit. Words have the font they are measured
/// in.
void paint(QPainter& painter, const picture::Drawing& drawing, const Theme& theme, double unit = 1);

}  // namespace fabricmap::viewer
