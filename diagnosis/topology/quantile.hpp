// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace fabricmap::diagnosis {

/// The value that such a share of the values is below; there is at least one. Moves them about.
template <typename T>
[[nodiscard]] double quantile_of(std::vector<T>& values, double share) {
    const auto rank = std::lround(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + rank, values.end());
    return static_cast<double>(values[static_cast<std::size_t>(rank)]);
}

/// The middle one of the values, or what is given where there are none; moves them about.
template <typename T>
[[nodiscard]] double median_of(std::vector<T>& values, double if_none) {
    return values.empty() ? if_none : quantile_of(values, 0.5);
}

}  // namespace fabricmap::diagnosis
