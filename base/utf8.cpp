// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
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

std::size_t control_bytes_at(std::string_view text, std::size_t at) noexcept {
    const auto byte = [&](std::size_t place) { return static_cast<unsigned char>(text[place]); };
    if (byte(at) < 0x20 || byte(at) == 0x7F) return 1;
    const bool is_wide =
        byte(at) == 0xC2 && at + 1 < text.size() && byte(at + 1) >= 0x80 && byte(at + 1) < 0xA0;
    return is_wide ? 2 : 0;
}

std::string printable(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t control = control_bytes_at(text, at);
        result += control > 0 ? '?' : text[at];
        at += std::max<std::size_t>(control, 1);
    }
    return result;
}

}  // namespace fabricmap
