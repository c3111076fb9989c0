// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/slow_samples.hpp"

#include <Eigen/Core>

#include <optional>
#include <vector>

namespace fabricmap::diagnosis {

/// As often as elsewhere at least: hosts that do different work differ by less.
inline constexpr double min_slow_rate_ratio = 2.5;
/// Once in so many machines a healthy part is taken for a faulty one by its slow samples.
inline constexpr double false_intermittent_in = 1e4;

/// Slow samples among some.
struct SlowShare {
    double slow = 0;
    double all = 0;

    [[nodiscard]] double rate() const { return all > 0 ? slow / all : 0; }
    /// Above 0 where none was seen.
    [[nodiscard]] double cautious_rate() const { return (slow + 1) / (all + 2); }
    SlowShare operator+(const SlowShare& other) const { return {slow + other.slow, all + other.all}; }
    SlowShare operator-(const SlowShare& other) const { return {slow - other.slow, all - other.all}; }
};

/// How much more they differ than by chance: a ratio of variances, 1 at least.
[[nodiscard]] double dispersion_of(const std::vector<SlowShare>& shares);

/// Samples between those hosts that nothing was found of.
class SlowSampleBackground {
  public:
    explicit SlowSampleBackground(const SampleCounts& counts);
    /// Without the links that --confirm was to count: of these most values were counted, of others single
    /// ones, as controls.
    SlowSampleBackground(const SampleCounts& counts, const SlowSampleCounts& samples);

    void leave_out(const HostList& hosts);
    [[nodiscard]] bool keeps(HostIndex host) const { return kept_(host) > 0; }

    [[nodiscard]] SlowShare between(HostIndex host, HostIndex other) const {
        return {counts_.slow(host, other), counts_.all(host, other)};
    }
    /// Of a host, which may be left out itself, with all others that are kept.
    [[nodiscard]] SlowShare of(HostIndex host) const { return {slow_(host), all_(host)}; }
    /// Of those pairs that do not include the host.
    [[nodiscard]] SlowShare without(HostIndex host) const { return keeps(host) ? total_ - of(host) : total_; }
    /// The partner with which the host has the most slow samples.
    [[nodiscard]] SlowShare worst_partner(HostIndex host) const;
    /// How much more hosts, other than one that is left out, differ than by chance.
    [[nodiscard]] double dispersion(std::optional<HostIndex> left_out = std::nullopt) const;
    /// How many slow samples come together: of one event that holds up a value, 1 where each comes by itself.
    /// They are that much less evidence than as many single ones.
    [[nodiscard]] double samples_of_an_event() const { return samples_of_an_event_; }

  private:
    void sum_up();
    [[nodiscard]] double samples_together() const;
    [[nodiscard]] Eigen::VectorXd sums_of(const Eigen::ArrayXXf& counts) const;

    const SampleCounts& counts_;
    const SlowSampleCounts* listed_in_ = nullptr;
    Eigen::VectorXf kept_;
    Eigen::VectorXd slow_;
    Eigen::VectorXd all_;
    SlowShare total_;
    double samples_of_an_event_ = 1;
};

}  // namespace fabricmap::diagnosis
