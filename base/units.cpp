// SPDX-License-Identifier: Apache-2.0
#include "base/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fabricmap {

DisplayUnit unit_for(double largest, Quantity quantity) noexcept {
    if (quantity == Quantity::count) return {"", 1};
    if (quantity == Quantity::ratio) return {"times", 1};
    constexpr std::array times{DisplayUnit{"s", 1}, DisplayUnit{"ms", 1e3}, DisplayUnit{"µs", 1e6},
                               DisplayUnit{"ns", 1e9}};
    constexpr std::array rates{DisplayUnit{"TB/s", 1e-12}, DisplayUnit{"GB/s", 1e-9},
                               DisplayUnit{"MB/s", 1e-6}, DisplayUnit{"kB/s", 1e-3}};
    const auto& units = quantity == Quantity::rate ? rates : times;
    if (!(std::abs(largest) > 0)) return units.front();
    const auto* const fitting = std::find_if(units.begin(), units.end(), [&](const DisplayUnit& unit) {
        // What three digits would round up to the next unit belongs to that one.
        return std::abs(largest) * unit.per_base_unit >= 0.9995;
    });
    return fitting == units.end() ? units.back() : *fitting;
}

std::string format_number(double value, const DisplayUnit& unit, int significant_digits) {
    const double shown = value * unit.per_base_unit;
    if (shown == 0) return "0";
    if (!std::isfinite(shown)) return fmt::format("{}", shown);
    const int before_point = static_cast<int>(std::floor(std::log10(std::abs(shown)))) + 1;
    const int decimals = std::clamp(significant_digits - before_point, 0, 12);
    std::string text = fmt::format("{:.{}f}", shown, decimals);
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.')) text.pop_back();
    }
    return text;
}

std::string format_value(double value, Quantity quantity, int significant_digits) {
    const DisplayUnit unit = unit_for(value, quantity);
    const std::string number = format_number(value, unit, significant_digits);
    return unit.name.empty() ? number : fmt::format("{} {}", number, unit.name);
}

std::string format_rate_of(double bytes_per_s, double typical_bytes_per_s) {
    const DisplayUnit unit = unit_for(typical_bytes_per_s, Quantity::rate);
    return fmt::format("{} of {} {}", format_number(bytes_per_s, unit),
                       format_number(typical_bytes_per_s, unit), unit.name);
}

std::string format_factor(double factor, int significant_digits) {
    constexpr double near_one = 0.05;
    constexpr int max_digits = 9;
    const double beyond = std::abs(factor - 1);
    if (!(beyond > 0) || !(beyond < near_one)) return format_plain(factor, significant_digits);
    const int before_first_figure = static_cast<int>(std::floor(-std::log10(beyond)));
    const int before_point = factor < 1 ? 0 : 1;
    return format_plain(factor, std::min(max_digits, before_point + before_first_figure + 2));
}

std::string format_share(double fraction, int significant_digits) {
    constexpr double read_as_times = 10;
    const bool is_tenfold = std::abs(fraction) >= read_as_times;
    return format_plain(is_tenfold ? fraction : 100 * fraction, significant_digits) +
           (is_tenfold ? " times" : " %");
}

}  // namespace fabricmap
