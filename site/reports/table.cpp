// SPDX-License-Identifier: Apache-2.0
#include "site/reports/table.hpp"

#include <algorithm>
#include <cstddef>

namespace fabricmap::site {
namespace {

/// Letters, not bytes of UTF-8.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    }));
}

}  // namespace

std::string table_text(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], width_of(row[k]));
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t k = 0; k < row.size(); ++k) {
            const std::string space(widths[k] - width_of(row[k]), ' ');
            const bool is_left = k == 0 || k + 1 == widths.size();
            line += (k == 0 ? "  " : "   ") + (is_left ? row[k] + space : space + row[k]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

}  // namespace fabricmap::site
