// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shades.hpp"
#include "picture/window.hpp"

#include <QColor>
#include <QImage>

namespace fabricmap::viewer {

/// The shades in the palette's colours: Format_Indexed8 of the same size.
[[nodiscard]] QImage shade_image(const picture::ShadePicture& shades, picture::Palette palette);

[[nodiscard]] inline QColor screen_colour(const picture::Colour& colour) {
    return {colour.red, colour.green, colour.blue};
}

}  // namespace fabricmap::viewer
