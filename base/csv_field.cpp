// SPDX-License-Identifier: Apache-2.0
#include "base/csv_field.hpp"

#include "base/utf8.hpp"

#include <algorithm>

namespace fabricmap {
namespace {

constexpr std::string_view begin_of_formulas = "=+-@\t";
constexpr std::string_view separators = ",\"\r\n";

bool is_control(char letter) noexcept {
    constexpr std::string_view kept = "\t\r\n";
    return static_cast<unsigned char>(letter) < 0x20 && kept.find(letter) == std::string_view::npos;
}

}  // namespace

std::string csv_field(std::string_view text) {
    std::string field = valid_utf8(text);
    std::replace_if(field.begin(), field.end(), is_control, '?');
    if (!field.empty() && begin_of_formulas.find(field.front()) != std::string_view::npos)
        field.insert(field.begin(), '\'');
    if (field.find_first_of(separators) == std::string::npos) return field;
    std::string quoted = "\"";
    for (const char letter : field) {
        if (letter == '"') quoted += '"';
        quoted += letter;
    }
    return quoted + '"';
}

}  // namespace fabricmap
