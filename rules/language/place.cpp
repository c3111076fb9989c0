// SPDX-License-Identifier: Apache-2.0
#include "rules/language/place.hpp"

#include <algorithm>

namespace fabricmap::rules {
namespace {

/// Whether a byte is one of those that follow the first one of a character.
bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

}  // namespace

Places::Places(std::string_view text) : text_(text) {
    for (std::size_t byte = 0; byte < text.size(); ++byte) {
        if (text[byte] == '\n') line_starts_.push_back(byte + 1);
    }
}

Place Places::operator()(std::size_t byte) const {
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), byte);
    const std::size_t start = *std::prev(after);
    const std::string_view before = text_.substr(start, byte - start);
    const auto characters = std::count_if(before.begin(), before.end(),
                                          [](char character) { return !continues_character(character); });
    return {static_cast<std::size_t>(after - line_starts_.begin()), static_cast<std::size_t>(characters) + 1};
}

}  // namespace fabricmap::rules
