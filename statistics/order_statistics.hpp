// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace fabricmap {

/// The median of ascending values, of which there is at least one.
[[nodiscard]] inline double median_of_sorted(std::span<const std::int64_t> sorted) noexcept {
    const std::size_t half = sorted.size() / 2;
    const auto upper = static_cast<double>(sorted[half]);
    return sorted.size() % 2 == 1 ? upper : (static_cast<double>(sorted[half - 1]) + upper) / 2;
}

/// Which of some ascending samples, counted from 0, the 95 % confidence interval of their median ends at:
/// from 1 they are floor((n - z√n)/2) and ceil(1 + (n + z√n)/2) with z = 1.96 (Conover, Practical
/// Nonparametric Statistics). With fewer than 8 samples they are the first and the last, and hold less than
/// 95 %.
struct MedianInterval {
    std::size_t low = 0;
    std::size_t high = 0;
};

[[nodiscard]] inline MedianInterval median_interval(std::size_t samples) noexcept {
    constexpr double z_of_95_percent = 1.959964;
    const auto n = static_cast<double>(samples);
    const double spread = z_of_95_percent * std::sqrt(n);
    const auto low_rank = static_cast<std::size_t>(std::max(1.0, std::floor((n - spread) / 2)));
    const auto high_rank = static_cast<std::size_t>(std::min(n, std::ceil(1 + (n + spread) / 2)));
    return {low_rank - 1, high_rank - 1};
}

}  // namespace fabricmap
