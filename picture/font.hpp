// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fabricmap {

inline constexpr int glyph_width = 5;
inline constexpr int glyph_height = 7;
/// From one character's left edge to the next one's.
inline constexpr int glyph_advance = glyph_width + 1;

/// Rows from the top; the leftmost of five pixels is bit 4.
using Glyph = std::array<std::uint8_t, glyph_height>;

/// The pixels of a text: printable ASCII and µ; any other character is a box.
[[nodiscard]] std::vector<Glyph> glyphs_of(std::string_view utf8);

}  // namespace fabricmap
