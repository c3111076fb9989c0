// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/plain_text.hpp"

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

constexpr bool continues_letter(char byte) noexcept {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

}  // namespace

std::size_t letters_in(std::string_view text) noexcept {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return !continues_letter(byte); }));
}

std::string wrapped(std::string_view heading, std::string_view text) {
    const std::size_t depth = letters_in(heading);
    const std::string clean = printable(text);
    std::string result = printable(heading);
    std::size_t column = depth;
    std::size_t begin = 0;
    while (begin < clean.size()) {
        const std::size_t end = std::min(clean.find(' ', begin), clean.size());
        const std::string_view word = std::string_view(clean).substr(begin, end - begin);
        begin = end + 1;
        if (word.empty()) continue;
        const bool first_of_line = column == depth;
        if (!first_of_line && column + 1 + letters_in(word) > report_width) {
            result += '\n' + std::string(depth, ' ');
            column = depth;
        } else if (!first_of_line) {
            result += ' ';
            ++column;
        }
        result += word;
        column += letters_in(word);
    }
    return result + '\n';
}

std::string shortened(std::string_view text, std::size_t most) {
    if (letters_in(text) <= most) return std::string(text);
    std::size_t end = 0;
    for (std::size_t letters = 0; end < text.size(); ++end) {
        if (!continues_letter(text[end]) && ++letters == most) break;
    }
    return std::string(text.substr(0, end)) + "…";
}

}  // namespace fabricmap::diagnosis
