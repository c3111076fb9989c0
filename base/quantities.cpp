// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace fabricmap {
namespace {

struct Unit {
    std::string_view name;
    double value;
};

std::optional<double> read_finite(std::string_view word) {
    const auto value = read_number<double>(word);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

/// A number with one of the units behind it; the first that fits counts.
std::optional<double> read_in_units(std::string_view word, std::span<const Unit> units) {
    for (const Unit& unit : units) {
        if (!word.ends_with(unit.name)) continue;
        const auto number = read_finite(word.substr(0, word.size() - unit.name.size()));
        return number ? std::optional(*number * unit.value) : std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::optional<double> read_seconds(std::string_view word) {
    static constexpr std::array units{Unit{"ns", 1e-9}, Unit{"us", 1e-6}, Unit{"µs", 1e-6},
                                      Unit{"ms", 1e-3}, Unit{"s", 1},     Unit{"", 1}};
    return read_in_units(word, units);
}

std::optional<double> read_share(std::string_view word) {
    static constexpr std::array units{Unit{"%", 0.01}, Unit{"", 1}};
    return read_in_units(word, units);
}

std::optional<double> read_rate(std::string_view word) {
    static constexpr std::array units{Unit{"Gbit", 1e9 / 8}, Unit{"Mbit", 1e6 / 8}, Unit{"kbit", 1e3 / 8},
                                      Unit{"GB", 1e9},       Unit{"MB", 1e6},       Unit{"kB", 1e3}};
    return read_in_units(word, units);
}

std::string_view trimmed(std::string_view text) noexcept {
    constexpr std::string_view blanks = " \t\r";
    const auto first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (true) {
        const auto at = text.find(separator);
        parts.emplace_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

std::string counted(std::int64_t count, std::string_view thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string format_bytes(double bytes) {
    static constexpr std::array units{Unit{"TB", 1e12}, Unit{"GB", 1e9}, Unit{"MB", 1e6}, Unit{"kB", 1e3}};
    for (const Unit& unit : units) {
        // What would be rounded to 1000 is one of the next unit.
        if (bytes >= 0.9995 * unit.value) return fmt::format("{:.3g} {}", bytes / unit.value, unit.name);
    }
    return counted(std::llround(bytes), "byte");
}

std::string format_duration(double seconds) {
    if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
    const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
    if (whole >= 3600) return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
    if (whole >= 60) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} s", whole);
}

}  // namespace fabricmap
