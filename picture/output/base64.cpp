// SPDX-License-Identifier: Apache-2.0
#include "picture/output/base64.hpp"

#include <cstdint>

namespace fabricmap::picture {

std::string base64_of(std::string_view bytes) {
    static constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t given = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = group << 8U | (k < given ? static_cast<unsigned char>(bytes[at + k]) : 0U);
        }
        for (std::size_t digit = 0; digit < 4; ++digit) {
            text += digit <= given ? digits[group >> (18 - 6 * digit) & 63U] : '=';
        }
    }
    return text;
}

}  // namespace fabricmap::picture
