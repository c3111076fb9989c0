// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "statistics/ordering.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <ranges>
#include <span>
#include <vector>

namespace fabricmap {

/// Times the median distance from the middle, the standard deviation where values are normal.
inline constexpr double deviations_of_a_median = 1.4826;

/// The value that stands at that place, counted from 0, when they are sorted. Reorders them.
template <std::ranges::contiguous_range Values>
[[nodiscard]] auto value_at(Values&& values, std::size_t place) -> std::ranges::range_value_t<Values> {
    put_in_place(std::span<std::ranges::range_value_t<Values>>(values), place);
    return std::ranges::begin(values)[static_cast<std::ptrdiff_t>(place)];
}

/// The middle one, of an even number of them the upper; `if_none` where there is none. Reorders them.
template <std::ranges::contiguous_range Values>
[[nodiscard]] auto upper_median_of(Values&& values, std::ranges::range_value_t<Values> if_none = 0)
    -> std::ranges::range_value_t<Values> {
    return std::ranges::empty(values) ? if_none : value_at(values, std::ranges::size(values) / 2);
}

/// The middle one, of an even number of them the mean of the middle two; there is at least one. Reorders
/// them.
template <std::ranges::contiguous_range Values>
[[nodiscard]] auto median_of(Values&& values) -> std::ranges::range_value_t<Values> {
    const std::size_t half = std::ranges::size(values) / 2;
    const auto upper = value_at(values, half);
    if (std::ranges::size(values) % 2 == 1) return upper;
    return (*std::max_element(std::ranges::begin(values),
                              std::ranges::begin(values) + static_cast<std::ptrdiff_t>(half)) +
            upper) /
           2;
}

/// The value that such a fraction of the values is below; there is at least one. Reorders them.
template <typename T>
[[nodiscard]] double quantile_of(std::vector<T>& values, double fraction) {
    const auto place = std::lround(fraction * static_cast<double>(values.size() - 1));
    return static_cast<double>(value_at(values, static_cast<std::size_t>(place)));
}

inline constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

/// Those that are numbers.
template <typename Values>
[[nodiscard]] std::vector<float> numbers_of(const Values& values) {
    std::vector<float> numbers;
    numbers.reserve(static_cast<std::size_t>(std::size(values)));
    for (const auto value : values) {
        if (std::isfinite(value)) numbers.push_back(static_cast<float>(value));
    }
    return numbers;
}

/// The largest difference between values next to each other in size; 0 of fewer than two.
[[nodiscard]] inline float largest_gap(std::vector<float> values) {
    sort_numbers(values);
    float largest = 0;
    for (std::size_t at = 1; at < values.size(); ++at)
        largest = std::max(largest, values[at] - values[at - 1]);
    return largest;
}

/// The median_of those values that are numbers; NaN where none is.
template <typename Values>
[[nodiscard]] float median_of_numbers(const Values& values) {
    std::vector<float> numbers = numbers_of(values);
    return numbers.empty() ? no_value : median_of(numbers);
}

/// Of logarithms: files hold fewer digits, and machines without any noise differ by less.
inline constexpr float min_deviation = 1e-3F;

/// Centre and deviation of the healthy bulk of some values.
struct Bulk {
    float centre = 0;
    /// The standard deviation of normal values with the same median distance from the centre.
    float deviation = 0;
    int count = 0;
};

template <typename Values>
[[nodiscard]] Bulk bulk_of(const Values& values) {
    std::vector<float> numbers = numbers_of(values);
    if (numbers.empty()) return {no_value, 0, 0};
    Bulk bulk{median_of(numbers), 0, static_cast<int>(numbers.size())};
    for (float& number : numbers) number = std::abs(number - bulk.centre);
    bulk.deviation = static_cast<float>(deviations_of_a_median * median_of(numbers));
    return bulk;
}

}  // namespace fabricmap
