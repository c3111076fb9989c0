// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/utf8.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace fabricmap::diagnosis {

/// How wide the lines of a report for the terminal are at most, unless a single word is wider.
inline constexpr std::size_t report_width = 100;

/// How many letters of UTF-8 the text has.
[[nodiscard]] std::size_t letters_in(std::string_view text) noexcept;

/// `heading`, then the printable words of `text`, broken at spaces into lines of the report's width. Lines
/// after the first begin as deep as the text of the first. Ends with a line feed.
[[nodiscard]] std::string wrapped(std::string_view heading, std::string_view text);

/// The text, or its beginning and an ellipsis where it has more letters than `most`.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most);

}  // namespace fabricmap::diagnosis
