// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace fabricmap {

/// The delays of one pair at some lengths, measured right after each other, in seconds: what disturbs the
/// machine for longer than that is in all of them, and not in their differences.
using Visit = std::vector<double>;

/// Measures the lengths in at least that many visits, spread evenly over the pairs of a class.
using MeasureVisits = std::function<std::vector<Visit>(const std::vector<std::int64_t>& lengths, int visits)>;

/// A median and its standard error.
struct Estimate {
    double value = 0;
    double error = 0;

    /// Whether the value lies more than that many errors from 0; without any spread it does unless it is 0.
    [[nodiscard]] bool stands_out(double errors) const noexcept;
};

/// The median of the values, with the error estimated from their median absolute deviation, so that a few
/// disturbed visits change nothing: 1.2533 · 1.4826 · MAD / √n (Rousseeuw and Croux, JASA 1993, for normal
/// noise). Needs at least one value.
[[nodiscard]] Estimate robust_estimate(std::vector<double> values);

/// At the length with that index.
[[nodiscard]] Estimate delay_at(const std::vector<Visit>& visits, std::size_t index);

/// From the length with the one index to the other's, within each visit.
[[nodiscard]] Estimate rise_between(const std::vector<Visit>& visits, std::size_t from, std::size_t to);

}  // namespace fabricmap
