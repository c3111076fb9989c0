// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"

#include <fmt/format.h>

#include <utf8cpp/utf8/core.h>

namespace fabricmap {

std::size_t utf8_bytes_of(std::string_view text) noexcept {
    return static_cast<std::size_t>(utf8::find_invalid(text.begin(), text.end()) - text.begin());
}

std::string valid_utf8(std::string_view text) {
    std::string valid;
    valid.reserve(text.size());
    while (true) {
        const std::size_t bytes = utf8_bytes_of(text);
        valid += text.substr(0, bytes);
        if (bytes == text.size()) return valid;
        valid += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[bytes]));
        text.remove_prefix(bytes + 1);
    }
}

}  // namespace fabricmap
