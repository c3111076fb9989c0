// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/added_step.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace fabricmap::diagnosis {
namespace {

constexpr std::int64_t min_shorter_bytes = 64;
constexpr std::int64_t max_step_bytes = 65536;
constexpr std::int64_t min_reach = 8;
/// Times that differ by less are the same; of the step, shorter messages may have so much.
constexpr double same_time = 1.35;
constexpr double max_fraction_before = 0.15;

}  // namespace

std::optional<AddedStep> added_step(const std::vector<std::int64_t>& lengths_bytes,
                                    const std::vector<float>& typical_s, const std::vector<double>& factors,
                                    double floor) {
    const auto is_slow = [&](double factor) { return factor >= 1 + floor; };
    const auto first_slow = std::find_if(factors.begin(), factors.end(), is_slow);
    const auto first = static_cast<std::size_t>(first_slow - factors.begin());
    if (first == 0 || first == factors.size() || lengths_bytes[first - 1] < min_shorter_bytes ||
        lengths_bytes[first] > max_step_bytes)
        return std::nullopt;
    const auto added = [&](std::size_t k) { return typical_s[k] * (factors[k] - 1); };
    std::vector<float> times;
    std::int64_t longest = 0;
    const double at_first = added(first);
    for (std::size_t k = first; k < factors.size(); ++k) {
        // A constant time may be lost in a long delay.
        if (!std::isfinite(factors[k]) || at_first < 2 * floor * typical_s[k]) continue;
        times.push_back(static_cast<float>(added(k)));
        longest = lengths_bytes[k];
    }
    if (times.size() < 2 || longest < min_reach * lengths_bytes[first]) return std::nullopt;
    const double time = median_of_numbers(times);
    const bool is_same = std::all_of(times.begin(), times.end(), [&](float one) {
        return one * same_time >= time && one <= time * same_time;
    });
    const bool begins_there = added(first - 1) <= max_fraction_before * time;
    return is_same && begins_there ? std::optional(AddedStep{lengths_bytes[first], time}) : std::nullopt;
}

}  // namespace fabricmap::diagnosis
