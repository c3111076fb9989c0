// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shades.hpp"

#include <functional>
#include <string>
#include <vector>

namespace fabricmap::picture {

/// What a PNG says about itself beside its pixels; keywords such as "Title" are Latin, the text is UTF-8.
struct PngText {
    std::string keyword;
    std::string text;
};

/// Pixels of 8 bits a channel.
struct PngPixels {
    int width = 0;
    int height = 0;
    int bytes_a_pixel = 3;        ///< red, green, blue; or 1: a number in the palette
    std::vector<Colour> palette;  ///< of pixels of one byte
    std::function<const unsigned char*(int y)> line;
};

/// The same bytes for the same input. Throws RunError where libpng fails.
[[nodiscard]] std::string encoded_png(const PngPixels& pixels, const std::vector<PngText>& texts);

}  // namespace fabricmap::picture
