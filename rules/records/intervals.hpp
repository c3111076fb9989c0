// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace fabricmap::rules {

/// From one time to another, in seconds.
struct Interval {
    double from = 0;
    double to = 0;
};
using Intervals = std::vector<Interval>;

/// In their order, those that overlap or touch as one.
inline void unite(Intervals& all) {
    std::sort(all.begin(), all.end(), [](const Interval& a, const Interval& b) { return a.from < b.from; });
    std::size_t last = 0;
    for (std::size_t next = 1; next < all.size(); ++next) {
        if (all[next].from <= all[last].to) {
            all[last].to = std::max(all[last].to, all[next].to);
        } else {
            all[++last] = all[next];
        }
    }
    all.resize(std::min(all.size(), last + 1));
}

/// Seconds of intervals that do not overlap.
[[nodiscard]] inline double seconds_of(const Intervals& all) noexcept {
    double seconds = 0;
    for (const Interval& one : all) seconds += one.to - one.from;
    return seconds;
}

}  // namespace fabricmap::rules
