// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fabricmap {

/// How many bytes from the beginning are UTF-8 (The Unicode Standard, table 3-7): all of them where the text
/// is.
[[nodiscard]] std::size_t utf8_bytes_of(std::string_view text) noexcept;

/// The text with "\xHH" for each byte that is no UTF-8, so that names that differ stay different.
[[nodiscard]] std::string valid_utf8(std::string_view text);

/// How many bytes the control character has that begins there; 0 where none does. Terminals take U+0080 to
/// U+009F for such as well.
[[nodiscard]] std::size_t control_bytes_at(std::string_view text, std::size_t at) noexcept;

/// The text with a question mark for every control character: names come from files, and one that moves the
/// cursor or begins a line of its own could make a report say anything.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace fabricmap
