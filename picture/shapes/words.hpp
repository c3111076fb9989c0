// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::picture {

inline constexpr double title_size = 20;
inline constexpr double text_size = 13;
inline constexpr double small_size = 12;

/// How long a line of words (UTF-8) of that size runs in the machine's sans-serif font.
[[nodiscard]] double text_width(std::string_view words, double size, bool is_bold = false);

/// From one baseline to the next.
[[nodiscard]] constexpr double line_height(double size) noexcept {
    return 1.35 * size;
}
/// Of capitals and digits.
[[nodiscard]] constexpr double cap_height(double size) noexcept {
    return 0.73 * size;
}

/// The words, with "…" in the place of their middle where they are longer than that.
[[nodiscard]] std::string fitted(const std::string& words, double size, double width, bool is_bold = false);

/// The words on at most so many lines, broken at spaces, or where a word is too long for a line behind a
/// comma, semicolon, slash or dash. The last line is fitted to what room there is.
[[nodiscard]] std::vector<std::string> wrapped(const std::string& words, double size, double width,
                                               std::size_t max_lines, bool is_bold = false);

}  // namespace fabricmap::picture
