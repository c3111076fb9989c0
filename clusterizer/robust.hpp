// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <ranges>

namespace fabricmap::clusterizer {

/// Times the median distance from the middle, the standard deviation where values are normal.
inline constexpr double deviations_of_a_median = 1.4826;

/// The middle one (of an even number the upper); 0 where there is none. Reorders the values.
template <std::ranges::random_access_range Values>
[[nodiscard]] auto median_of(Values&& values) -> std::ranges::range_value_t<Values> {
    if (std::ranges::empty(values)) return 0;
    const auto middle = std::ranges::begin(values) + std::ranges::ssize(values) / 2;
    std::ranges::nth_element(values, middle);
    return *middle;
}

}  // namespace fabricmap::clusterizer
