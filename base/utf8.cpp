// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricmap {
namespace {

struct Range {
    unsigned char first;
    unsigned char last;
};

/// What a character may begin with, what follows, and how many bytes like any other follow that.
struct Form {
    Range lead;
    Range second;
    std::size_t more;
};

constexpr Range any_second{0x80, 0xbf};
constexpr std::array forms{
    Form{{0xc2, 0xdf}, any_second, 0}, Form{{0xe0, 0xe0}, {0xa0, 0xbf}, 1},
    Form{{0xe1, 0xec}, any_second, 1}, Form{{0xed, 0xed}, {0x80, 0x9f}, 1},
    Form{{0xee, 0xef}, any_second, 1}, Form{{0xf0, 0xf0}, {0x90, 0xbf}, 2},
    Form{{0xf1, 0xf3}, any_second, 2}, Form{{0xf4, 0xf4}, {0x80, 0x8f}, 2},
};

bool holds(const Range& range, char byte) noexcept {
    const auto value = static_cast<unsigned char>(byte);
    return value >= range.first && value <= range.last;
}

/// 0 where it is none.
std::size_t bytes_of_first_character(std::string_view text) noexcept {
    if (holds({0x00, 0x7f}, text.front())) return 1;
    const auto* const form = std::find_if(forms.begin(), forms.end(),
                                          [&](const Form& known) { return holds(known.lead, text.front()); });
    if (form == forms.end() || text.size() < 2 + form->more || !holds(form->second, text[1])) return 0;
    const std::string_view rest = text.substr(2, form->more);
    const bool whole =
        std::all_of(rest.begin(), rest.end(), [](char byte) { return holds(any_second, byte); });
    return whole ? 2 + form->more : 0;
}

}  // namespace

std::size_t utf8_bytes_of(std::string_view text) noexcept {
    std::size_t bytes = 0;
    while (bytes < text.size()) {
        const std::size_t character = bytes_of_first_character(text.substr(bytes));
        if (character == 0) break;
        bytes += character;
    }
    return bytes;
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
