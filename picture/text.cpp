// SPDX-License-Identifier: Apache-2.0
#include "picture/text.hpp"

namespace fabricmap::picture {
namespace {

constexpr int letter_gap = 1;
constexpr int letter_advance = glyph_width + letter_gap;

/// One pixel of the font at (along, below) from the text's corner.
void draw_dot(GreyImage& image, Point corner, int along, int below, const TextStyle& style) {
    const int scale = style.scale;
    const Rectangle dot =
        style.upwards ? Rectangle{corner.x + below * scale, corner.y - (along + 1) * scale, scale, scale}
                      : Rectangle{corner.x + along * scale, corner.y + below * scale, scale, scale};
    image.fill(dot, style.grey);
}

}  // namespace

int text_length(std::string_view text, int scale) {
    const auto letters = static_cast<int>(letters_of(text).size());
    return letters == 0 ? 0 : (letters * letter_advance - letter_gap) * scale;
}

void draw_text(GreyImage& image, Point corner, std::string_view text, const TextStyle& style) {
    int start = 0;
    for (const char32_t letter : letters_of(text)) {
        const Glyph& glyph = glyph_of(letter);
        for (int below = 0; below < glyph_height; ++below) {
            const unsigned line = glyph[static_cast<std::size_t>(below)];
            for (int along = 0; along < glyph_width; ++along) {
                if ((line >> static_cast<unsigned>(glyph_width - 1 - along) & 1U) == 0) continue;
                draw_dot(image, corner, start + along, below, style);
            }
        }
        start += letter_advance;
    }
}

}  // namespace fabricmap::picture
