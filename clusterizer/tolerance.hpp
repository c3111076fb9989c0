// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fabricmap::clusterizer {

/// Values from `low` to `high`, both included.
struct Interval {
    double low = 0;
    double high = 0;

    [[nodiscard]] bool holds(double value) const noexcept { return value >= low && value <= high; }
};

/// How far two values may be apart and still count as one: the greater is at most (1 + relative) times the
/// smaller, or at most `absolute` (in the statistic's unit) above it.
struct Tolerance {
    double relative = 0;
    double absolute = 0;

    /// Values around a centre of which any two are within the tolerance. What is not positive, and so has no
    /// relative difference, is alone.
    [[nodiscard]] Interval around(double centre) const noexcept;
    [[nodiscard]] bool holds(double one, double other) const noexcept;
};

}  // namespace fabricmap::clusterizer
