// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace fabricmap::lab {

/// How many bytes from the beginning are UTF-8 (The Unicode Standard, table 3-7): all of them where the text
/// is.
[[nodiscard]] std::size_t utf8_bytes_of(std::string_view text) noexcept;

}  // namespace fabricmap::lab
