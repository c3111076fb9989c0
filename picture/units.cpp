// SPDX-License-Identifier: Apache-2.0
#include "picture/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fabricmap::picture {

DisplayUnit unit_for(double largest, Quantity quantity) noexcept {
    if (quantity == Quantity::count) return {"", 1};
    constexpr std::array units{DisplayUnit{"s", 1}, DisplayUnit{"ms", 1e3}, DisplayUnit{"µs", 1e6},
                               DisplayUnit{"ns", 1e9}};
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

std::vector<double> round_marks(double lowest, double highest, int most) {
    if (!(highest > lowest) || most < 1) return {};
    const double least_step = (highest - lowest) / most;
    const double power = std::pow(10, std::floor(std::log10(least_step)));
    constexpr std::array factors{1.0, 2.0, 5.0, 10.0};
    const auto* const factor = std::find_if(
        factors.begin(), factors.end(), [&](double candidate) { return candidate * power >= least_step; });
    const double step = power * (factor == factors.end() ? factors.back() : *factor);
    std::vector<double> marks;
    const double first = std::ceil(lowest / step - 1e-9);
    const double last = std::floor(highest / step + 1e-9);
    // Counted, not summed: sums of a step drift away from round numbers.
    const auto steps = static_cast<int>(std::min<double>(last - first, most));
    for (int k = 0; k <= steps; ++k) marks.push_back((first + k) * step);
    return marks;
}

}  // namespace fabricmap::picture
