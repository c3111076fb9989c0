// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace fabricmap::clusterizer {

/// Times the median distance from the middle, the standard deviation where values are normal.
inline constexpr double deviations_of_a_median = 1.4826;

/// The middle one (of an even number the upper); 0 where there is none. Reorders the values.
[[nodiscard]] inline double median_of(std::span<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace fabricmap::clusterizer
