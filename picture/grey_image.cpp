// SPDX-License-Identifier: Apache-2.0
#include "picture/grey_image.hpp"

#include "picture/font.hpp"

#include <algorithm>

namespace fabricmap {
namespace {

/// Calls `draw(column, row)` for each set pixel of the text, in the font's own pixels.
template <typename Draw>
void for_each_text_pixel(std::string_view utf8, const Draw& draw) {
    int left = 0;
    for (const Glyph& glyph : glyphs_of(utf8)) {
        for (int row = 0; row < glyph_height; ++row) {
            for (int column = 0; column < glyph_width; ++column) {
                const unsigned bit = 1U << static_cast<unsigned>(glyph_width - 1 - column);
                if ((glyph[static_cast<std::size_t>(row)] & bit) != 0) draw(left + column, row);
            }
        }
        left += glyph_advance;
    }
}

}  // namespace

GreyImage::GreyImage(int width, int height, Grey background)
    : width_(width),
      height_(height),
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), background) {}

void GreyImage::set(int x, int y, Grey grey) noexcept {
    if (x >= 0 && y >= 0 && x < width_ && y < height_) pixels_[index(x, y)] = grey;
}

void GreyImage::fill(const Rectangle& area, Grey grey) noexcept {
    const int left = std::clamp(area.left, 0, width_);
    const int right = std::clamp(area.left + area.width, left, width_);
    const int bottom = std::min(area.top + area.height, height_);
    for (int y = std::max(area.top, 0); y < bottom; ++y) {
        std::fill(&pixels_[index(0, y)] + left, &pixels_[index(0, y)] + right, grey);
    }
}

void GreyImage::frame(const Rectangle& area, Grey grey) noexcept {
    fill({area.left - 1, area.top - 1, area.width + 2, 1}, grey);
    fill({area.left - 1, area.top + area.height, area.width + 2, 1}, grey);
    fill({area.left - 1, area.top, 1, area.height}, grey);
    fill({area.left + area.width, area.top, 1, area.height}, grey);
}

void GreyImage::write(int x, int y, std::string_view utf8, int scale, Grey grey) {
    for_each_text_pixel(utf8, [&](int column, int row) {
        fill({x + column * scale, y + row * scale, scale, scale}, grey);
    });
}

void GreyImage::write_upwards(int x, int y, std::string_view utf8, int scale, Grey grey) {
    for_each_text_pixel(utf8, [&](int column, int row) {
        fill({x + row * scale, y - (column + 1) * scale, scale, scale}, grey);
    });
}

int text_width(std::string_view utf8, int scale) {
    const auto characters = static_cast<int>(glyphs_of(utf8).size());
    return characters == 0 ? 0 : (characters * glyph_advance - 1) * scale;
}

}  // namespace fabricmap
