// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shades.hpp"
#include "picture/window.hpp"
#include "viewer/painting/legend.hpp"

#include <QColor>
#include <QImage>

namespace fabricmap::viewer {

/// Of what lies about 1 a pixel has the cell that is farthest from 1 in place of the slowest one: neither
/// slow nor fast ones are lost.
[[nodiscard]] picture::Fold drawn_fold(const Legend& legend, picture::Fold fold) noexcept;

/// What picture::draw_window makes of the cells, folded so.
[[nodiscard]] picture::ShadePicture draw_cells(const picture::Pyramid& cells, const picture::Preview* preview,
                                               const picture::View& view, const Legend& legend,
                                               picture::Fold fold);

/// The shades in the palette's colours: Format_Indexed8 of the same size.
[[nodiscard]] QImage shade_image(const picture::ShadePicture& shades, picture::Palette palette);

[[nodiscard]] inline QColor screen_colour(const picture::Colour& colour) {
    return {colour.red, colour.green, colour.blue};
}

}  // namespace fabricmap::viewer
