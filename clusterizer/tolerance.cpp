// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/tolerance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap::clusterizer {

Interval Tolerance::around(double centre) const noexcept {
    if (!(centre > 0)) return {centre, centre};
    const double factor = std::sqrt(1 + relative);
    const Interval by_factor{centre / factor, centre * factor};
    if (by_factor.high - by_factor.low >= absolute) return by_factor;
    // Zero is a value of its own: nothing was sent there.
    const double least = std::numeric_limits<double>::denorm_min();
    return {std::max(centre - absolute / 2, least), centre + absolute / 2};
}

bool Tolerance::holds(double one, double other) const noexcept {
    if (one == other) return true;
    const auto [low, high] = std::minmax(one, other);
    return low > 0 && (high <= low * (1 + relative) || high - low <= absolute);
}

}  // namespace fabricmap::clusterizer
