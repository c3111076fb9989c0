// SPDX-License-Identifier: Apache-2.0
#include "picture/ramp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fabricmap::picture {
namespace {

constexpr int max_marks = 6;

/// Round numbers (1, 2 or 5 times a power of ten apart) within the range, `most` at most, ascending.
std::vector<double> round_marks(double lowest, double highest, int most) {
    if (!(highest > lowest) || most < 1) return {};
    const double min_step = (highest - lowest) / most;
    const double power = std::pow(10, std::floor(std::log10(min_step)));
    constexpr std::array factors{1.0, 2.0, 5.0, 10.0};
    const auto* const factor = std::find_if(factors.begin(), factors.end(),
                                            [&](double candidate) { return candidate * power >= min_step; });
    const double step = power * (factor == factors.end() ? factors.back() : *factor);
    std::vector<double> marks;
    const double first = std::ceil(lowest / step - 1e-9);
    const double last = std::floor(highest / step + 1e-9);
    // Counted, not summed: sums of a step drift away from round numbers.
    const auto steps = static_cast<int>(std::min<double>(last - first, most));
    for (int k = 0; k <= steps; ++k) marks.push_back((first + k) * step);
    return marks;
}

RampMark mark_of(double value, const DisplayUnit& unit, int decimals) {
    const double shown = value * unit.per_base_unit;
    const std::string_view gap = unit.name.empty() ? "" : " ";
    return {value, fmt::format("{:.{}f}{}{}", shown, decimals, gap, unit.name)};
}

std::vector<RampMark> linear_marks(const ValueRange& range, const DisplayUnit& unit) {
    const std::vector<double> values =
        round_marks(range.lowest * unit.per_base_unit, range.highest * unit.per_base_unit, max_marks);
    if (values.size() < 2) return {};
    // Half a step would show up in the next decimal.
    const double step = values[1] - values[0];
    const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 12);
    std::vector<RampMark> marks;
    marks.reserve(values.size());
    for (const double value : values) marks.push_back(mark_of(value / unit.per_base_unit, unit, decimals));
    return marks;
}

std::vector<RampMark> logarithmic_marks(const ValueRange& range, Quantity quantity) {
    constexpr std::array factors{1.0, 2.0, 5.0};
    const double decades = std::log10(range.highest / range.lowest);
    const std::size_t factors_used = decades > 2.5 ? 1 : factors.size();
    std::vector<RampMark> marks;
    const auto first_power = static_cast<int>(std::floor(std::log10(range.lowest)));
    const auto last_power = static_cast<int>(std::floor(std::log10(range.highest)));
    for (int power = first_power; power <= last_power; ++power) {
        for (std::size_t k = 0; k < factors_used; ++k) {
            const double value = factors.at(k) * std::pow(10, power);
            if (value < range.lowest || value > range.highest) continue;
            marks.push_back({value, format_value(value, quantity)});
        }
    }
    return marks;
}

}  // namespace

std::vector<RampMark> end_marks(const ValueRange& range, Quantity quantity) {
    if (range.lowest == range.highest) return {{range.lowest, format_value(range.lowest, quantity, 4)}};
    // Ends that lie close together differ only in their last digits.
    const double fraction = (range.highest - range.lowest) / range.highest;
    const int digits = std::clamp(2 + static_cast<int>(std::ceil(-std::log10(fraction))), 3, 15);
    return {{range.lowest, format_value(range.lowest, quantity, digits)},
            {range.highest, format_value(range.highest, quantity, digits)}};
}

std::vector<RampMark> ramp_marks(const GreyScale& scale, Quantity quantity) {
    const ValueRange& range = scale.range();
    std::vector<RampMark> marks;
    if (range.highest > range.lowest) {
        marks = scale.scale() == Scale::linear ? linear_marks(range, unit_for(range.highest, quantity))
                                               : logarithmic_marks(range, quantity);
    }
    return marks.size() < 2 ? end_marks(range, quantity) : marks;
}

}  // namespace fabricmap::picture
