// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace fabricmap {

/// A field of text of CSV (RFC 4180): in quotes where it holds a separator, and with an apostrophe before it
/// where a spreadsheet would take it for a formula.
[[nodiscard]] inline std::string csv_field(std::string_view text) {
    constexpr std::string_view begin_of_formulas = "=+-@\t";
    const bool is_formula = !text.empty() && begin_of_formulas.find(text.front()) != std::string_view::npos;
    const std::string apostrophe = is_formula ? "'" : "";
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return apostrophe + std::string(text);
    std::string quoted = '"' + apostrophe;
    for (const char character : text) {
        if (character == '"') quoted += '"';
        quoted += character;
    }
    return quoted + '"';
}

}  // namespace fabricmap
