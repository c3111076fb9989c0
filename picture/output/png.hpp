// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

#include <string>

namespace fabricmap::picture {

/// The drawing as a PNG in 8-bit colours, with its title and lines as texts. The same
/// bytes for the same drawing and fonts. Throws RunError where it is too large for Cairo or the memory.
[[nodiscard]] std::string png_of(const Drawing& drawing);

/// The shades alone, a pixel each, with a palette: as small as such a file gets.
[[nodiscard]] std::string png_of(const ShadePicture& shades, Palette palette);
/// The same in base64, as it stands within a page or an SVG.
[[nodiscard]] std::string base64_png_of(const ShadePicture& shades, Palette palette);

}  // namespace fabricmap::picture
