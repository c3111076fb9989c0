// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/robust.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace fabricmap::diagnosis {

inline constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

/// The median of those values that are numbers (of an even number of them the mean of the middle two); NaN
/// where none is.
template <typename Values>
[[nodiscard]] float median_of_numbers(const Values& values) {
    std::vector<float> numbers;
    numbers.reserve(static_cast<std::size_t>(std::size(values)));
    for (const auto value : values) {
        if (std::isfinite(value)) numbers.push_back(static_cast<float>(value));
    }
    if (numbers.empty()) return no_value;
    const auto upper = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::nth_element(numbers.begin(), upper, numbers.end());
    if (numbers.size() % 2 == 1) return *upper;
    return (*upper + *std::max_element(numbers.begin(), upper)) / 2;
}

/// Of logarithms: files hold fewer digits, and machines without any noise differ by less.
inline constexpr float min_deviation = 1e-3F;

/// Centre and deviation of the healthy bulk of some values.
struct Bulk {
    float centre = 0;
    float deviation =
        0;  ///< standard deviation of normal values with the same median distance from the centre
    int count = 0;
};

template <typename Values>
[[nodiscard]] Bulk bulk_of(const Values& values) {
    Bulk bulk;
    bulk.centre = median_of_numbers(values);
    std::vector<float> distances;
    for (const auto value : values) {
        if (std::isfinite(value)) distances.push_back(std::abs(static_cast<float>(value) - bulk.centre));
    }
    bulk.count = static_cast<int>(distances.size());
    bulk.deviation =
        bulk.count == 0
            ? 0
            : static_cast<float>(clusterizer::deviations_of_a_median * median_of_numbers(distances));
    return bulk;
}

}  // namespace fabricmap::diagnosis
