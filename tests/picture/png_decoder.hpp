// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shades.hpp"

#include <map>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// A PNG as libpng reads it, its pixels as colours of 8 bits.
struct DecodedPng {
    int bit_depth = 0;
    bool has_palette = false;
    int width = 0;
    int height = 0;
    std::vector<picture::Colour> pixels;  ///< line by line
    std::map<std::string, std::string> texts;

    [[nodiscard]] const picture::Colour& at(int x, int y) const {
        return pixels.at(static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                         static_cast<std::size_t>(x));
    }
};

/// Throws std::runtime_error where libpng finds the bytes wrong.
DecodedPng decode_png(const std::string& bytes);

}  // namespace fabricmap::testing
