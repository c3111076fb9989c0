// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/utf8.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace fabricmap::diagnosis {
namespace {

/// Of the letter at the beginning; 0 where there is none. The table is that of RFC 3629, section 4.
std::size_t bytes_of_letter(std::string_view text) noexcept {
    struct Form {
        std::uint8_t first_low, first_high, second_low, second_high;
        std::size_t bytes;
    };
    static constexpr std::array forms{
        Form{0x00, 0x7F, 0, 0, 1},       Form{0xC2, 0xDF, 0x80, 0xBF, 2}, Form{0xE0, 0xE0, 0xA0, 0xBF, 3},
        Form{0xE1, 0xEC, 0x80, 0xBF, 3}, Form{0xED, 0xED, 0x80, 0x9F, 3}, Form{0xEE, 0xEF, 0x80, 0xBF, 3},
        Form{0xF0, 0xF0, 0x90, 0xBF, 4}, Form{0xF1, 0xF3, 0x80, 0xBF, 4}, Form{0xF4, 0xF4, 0x80, 0x8F, 4}};
    const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(text[at]); };
    for (const Form& form : forms) {
        if (byte(0) < form.first_low || byte(0) > form.first_high) continue;
        if (text.size() < form.bytes) return 0;
        if (form.bytes > 1 && (byte(1) < form.second_low || byte(1) > form.second_high)) return 0;
        for (std::size_t at = 2; at < form.bytes; ++at) {
            if ((byte(at) & 0xC0U) != 0x80U) return 0;
        }
        return form.bytes;
    }
    return 0;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty()) {
        const std::size_t bytes = bytes_of_letter(text);
        if (bytes == 0) {
            valid += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
        } else {
            valid += text.substr(0, bytes);
        }
        text.remove_prefix(bytes == 0 ? 1 : bytes);
    }
    return valid;
}

}  // namespace fabricmap::diagnosis
