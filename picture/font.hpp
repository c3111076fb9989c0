// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fabricmap::picture {

inline constexpr int glyph_width = 5;
inline constexpr int glyph_height = 9;    ///< seven lines above the baseline, two below it
inline constexpr int glyph_baseline = 7;  ///< the first line below the baseline

/// A letter as lines from the top; bit 4 of a line is its leftmost pixel.
using Glyph = std::array<std::uint8_t, glyph_height>;

/// The letter's form; a box for those that the font lacks. It has printable ASCII and µ.
[[nodiscard]] const Glyph& glyph_of(char32_t letter) noexcept;

/// The letters of a UTF-8 text; what is no UTF-8 becomes U+FFFD.
[[nodiscard]] std::vector<char32_t> letters_of(std::string_view utf8);

}  // namespace fabricmap::picture
