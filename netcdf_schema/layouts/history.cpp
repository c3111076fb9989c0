// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/layouts/history.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <span>
#include <string_view>
#include <vector>

namespace fabricmap {
namespace {

// A first line that is longer, such as one with very many lengths, leaves no room for what came after it.
constexpr std::size_t parts_of_first_line = 3;

/// Each with the line feed at its end, where it has one.
std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
        lines.push_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return lines;
}

/// The beginning of a line, with dots and a line feed at its end; the whole line where it fits.
std::string cut(std::string_view line, std::size_t room) {
    constexpr std::string_view dots = "...\n";
    if (line.size() <= room) return std::string(line);
    if (room < dots.size()) return {};
    return std::string(line.substr(0, room - dots.size())).append(dots);
}

/// How many lines these were before any of them were left out.
std::size_t lines_ever(std::span<const std::string_view> lines) {
    std::size_t count = 0;
    for (const std::string_view line : lines) {
        std::size_t left_out = 1;
        std::sscanf(std::string(line).c_str(), "... %zu lines left out", &left_out);
        count += left_out;
    }
    return count;
}

std::string remark_on(std::span<const std::string_view> lines) {
    return lines.empty() ? std::string() : fmt::format("... {} lines left out\n", lines_ever(lines));
}

}  // namespace

std::string fitting_history(const std::string& history, std::size_t room) {
    if (history.size() <= room) return history;
    const std::vector<std::string_view> lines = lines_of(history);
    const std::string first = cut(lines.front(), lines.size() > 1 ? room / parts_of_first_line : room);
    const std::span<const std::string_view> others(lines.begin() + 1, lines.end());
    std::size_t kept = 0;
    std::size_t bytes = first.size();
    const auto fits = [&](std::size_t newest) {
        const auto left_out = others.first(others.size() - newest);
        return bytes + others[others.size() - newest].size() + remark_on(left_out).size() <= room;
    };
    while (kept < others.size() && fits(kept + 1)) bytes += others[others.size() - ++kept].size();

    std::string text = first;
    if (kept == 0 && !others.empty()) {
        const std::string remark = remark_on(others.first(others.size() - 1));
        if (text.size() + remark.size() <= room) text += remark;
        return text + cut(others.back(), room - text.size());
    }
    text += remark_on(others.first(others.size() - kept));
    for (const std::string_view line : others.last(kept)) text += line;
    return text;
}

}  // namespace fabricmap
