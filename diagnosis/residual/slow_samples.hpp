// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/case.hpp"
#include "diagnosis/residual/per_host_pair.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>

namespace fabricmap::diagnosis {

/// Samples of values that say how many are slow.
struct SampleCount {
    std::uint32_t slow = 0;  ///< those that took longer than five medians of their value
    std::uint32_t all = 0;
    std::uint32_t worst = 0;   ///< the most slow samples of a single value
    std::uint32_t values = 0;  ///< how many values these are

    void add_value(std::uint32_t slow_samples, std::uint32_t samples) {
        slow += slow_samples;
        all += samples;
        worst = std::max(worst, slow_samples);
        ++values;
    }
};

/// Between two hosts, in both directions and of all lengths.
using SampleCounts = PerHostPair<SampleCount>;

struct SlowSampleCounts {
    SampleCounts all;
    std::optional<SampleCounts> counted;  ///< of values that --confirm counted: measured again, alone

    /// Whether --confirm was to count the link: then most of its values were counted, and else single ones,
    /// as controls.
    [[nodiscard]] bool was_listed(HostIndex host, HostIndex other) const {
        return counted && 2 * (*counted)(host, other).values > all(host, other).values;
    }
};

/// So many samples of a value, and no fewer, show that --confirm has counted them: rounds measure values
/// again alone themselves, and take no more than the run asks for.
[[nodiscard]] std::int64_t min_counted_samples(const RunDescription& run);

/// Whether the slow samples of its values are known; some ranks stand for all. A copy of a run that does not
/// count them has a variable without numbers.
[[nodiscard]] bool counts_slow_samples(const Case& subject);

/// A value whose slow samples were counted.
struct CountedValue {
    std::uint32_t slow = 0;
    std::uint32_t all = 0;
    bool was_measured_again_alone = false;
};

/// Calls act(host, other, value) for all values between hosts, by length and sender. The run must have
/// outliers and counts.
void for_each_counted_value(
    const Run& run, const Machine& machine,
    const std::function<void(HostIndex host, HostIndex other, const CountedValue& value)>& act);

/// Reads every value once. The run must have outliers and counts, and two hosts at least.
[[nodiscard]] SlowSampleCounts count_slow_samples(const Case& subject);

/// What slow samples add between two hosts, in both directions and of all lengths.
struct SlowSampleCost {
    float samples = 0;    ///< of values whose slow samples were counted
    float added_s = 0;    ///< by slow samples, at the least: beyond the median of their value
    float typical_s = 0;  ///< sum over the samples of the medians of their values
};

/// Reads every value once. The run must have outliers, counts, medians and averages.
[[nodiscard]] PerHostPair<SlowSampleCost> costs_of_slow_samples(const Case& subject);

/// What the samples of some values come to.
struct SampleSums {
    double slow = 0;
    double samples = 0;
    double median_s = 0;   ///< sum over the samples of the medians of their values
    double average_s = 0;  ///< the sum of the samples
    double longest_s = 0;  ///< 0 where the run has no maxima
};

/// Of all that a host sends to and receives from those others that `counts` accepts.
[[nodiscard]] SampleSums sums_of_host(const Case& subject, HostIndex host,
                                      const std::function<bool(HostIndex other)>& counts);

}  // namespace fabricmap::diagnosis
