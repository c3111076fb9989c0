// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/case.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <functional>

namespace fabricmap::diagnosis {

/// Samples between two hosts, in both directions and of all lengths: hosts × hosts, symmetric.
struct SampleCounts {
    Eigen::ArrayXXf slow;    ///< those that took longer than five medians of their value
    Eigen::ArrayXXf all;     ///< of values whose slow samples were counted
    Eigen::ArrayXXf worst;   ///< the most slow samples of a single value
    Eigen::ArrayXXf values;  ///< how many values these are
};

struct SlowSampleCounts {
    SampleCounts all;
    SampleCounts counted;  ///< of values that --confirm counted: measured again, alone
};

/// So many samples of a value, and no fewer, show that --confirm has counted them: rounds measure values
/// again alone themselves, and take no more than the run asks for.
[[nodiscard]] std::int64_t min_counted_samples(const RunDescription& run);

/// Whether the slow samples of its values are known; some ranks stand for all. A copy of a run that does not
/// count them has a variable without numbers.
[[nodiscard]] bool counts_slow_samples(const Case& subject);

/// Reads every value once. The run must have outliers and counts.
[[nodiscard]] SlowSampleCounts count_slow_samples(const Case& subject);

/// What slow samples add between two hosts, in both directions and of all lengths: hosts × hosts, symmetric.
struct SlowSampleCosts {
    Eigen::ArrayXXf samples;    ///< of values whose slow samples were counted
    Eigen::ArrayXXf added_s;    ///< by slow samples, at the least: beyond the median of their value
    Eigen::ArrayXXf typical_s;  ///< sum over the samples of the medians of their values
};

/// Reads every value once. The run must have outliers, counts, medians and averages.
[[nodiscard]] SlowSampleCosts costs_of_slow_samples(const Case& subject);

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
