// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/font.hpp"
#include "picture/grey_image.hpp"

#include <cstdint>
#include <string_view>

namespace fabricmap::picture {

struct TextStyle {
    int scale = 1;  ///< pixels of the picture for one of the font
    bool upwards = false;
    Grey grey = black;
};

/// Along the direction in which the text runs; 0 for an empty text.
[[nodiscard]] int text_length(std::string_view text, int scale);
/// Across that direction: the height of capitals and digits, without what hangs below the baseline.
[[nodiscard]] constexpr int capital_height(int scale) noexcept {
    return glyph_baseline * scale;
}

/// UTF-8. `corner` is the upper left corner of the text as it is read; upwards that is the lower left one on
/// the picture.
void draw_text(GreyImage& image, Point corner, std::string_view text, const TextStyle& style);

}  // namespace fabricmap::picture
