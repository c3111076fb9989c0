// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/slow_samples.hpp"

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
    /// Above 0 where none was seen: with one more, or so many where they come together.
    [[nodiscard]] double cautious_rate(double of_an_event = 1) const {
        return (slow + of_an_event) / (all + 2 * of_an_event);
    }
    SlowShare operator+(const SlowShare& other) const { return {slow + other.slow, all + other.all}; }
    SlowShare operator-(const SlowShare& other) const { return {slow - other.slow, all - other.all}; }
};

[[nodiscard]] inline SlowShare slow_among(const SampleCount& count) {
    return {static_cast<double>(count.slow), static_cast<double>(count.all)};
}

/// How much more they differ than by chance: a ratio of variances, 1 at least.
[[nodiscard]] double dispersion_of(const std::vector<SlowShare>& shares);

/// Samples between those hosts that nothing was found of.
class SlowSampleBackground {
  public:
    explicit SlowSampleBackground(const SampleCounts& counts) : SlowSampleBackground(counts, nullptr) {}
    /// Without the links that --confirm was to count.
    SlowSampleBackground(const SampleCounts& counts, const SlowSampleCounts& samples)
        : SlowSampleBackground(counts, &samples) {}

    void leave_out(const HostList& hosts);
    [[nodiscard]] bool keeps(HostIndex host) const { return kept_[host]; }

    [[nodiscard]] SlowShare between(HostIndex host, HostIndex other) const {
        return slow_among(counts_(host, other));
    }
    /// Of a host, which may be left out itself, with all others that are kept.
    [[nodiscard]] SlowShare of(HostIndex host) const { return shares_[host]; }
    /// Of those pairs that do not include the host.
    [[nodiscard]] SlowShare without(HostIndex host) const { return keeps(host) ? total_ - of(host) : total_; }
    /// The partner with which the host has the most slow samples.
    [[nodiscard]] SlowShare worst_partner(HostIndex host) const;
    /// How much more hosts, other than one that is left out, differ than by chance.
    [[nodiscard]] double dispersion(std::optional<HostIndex> left_out = std::nullopt) const;
    /// How many slow samples come together: of one event that holds up a value, 1 where each comes by itself.
    /// They are that much less evidence than as many single ones.
    [[nodiscard]] double samples_of_an_event() const;
    /// How much more pairs differ from what their two hosts add than by chance, as where what holds up
    /// samples lasts for some pairs. A pair with the most beyond that of both its hosts does not count: it
    /// may be a link.
    [[nodiscard]] double dispersion_of_pairs() const { return dispersion_of_pairs_; }

  private:
    SlowSampleBackground(const SampleCounts& counts, const SlowSampleCounts* listed_in);
    [[nodiscard]] PerHost<double> rates_added_by_hosts() const;
    [[nodiscard]] double dispersion_beyond_hosts() const;
    template <typename Act>
    void for_each_unlisted_pair(const Act& act) const {
        counts_.for_each([&](HostIndex host, HostIndex other, const SampleCount& count) {
            if (count.all > 0 && !is_listed(host, other)) act(host, other, count);
        });
    }
    [[nodiscard]] bool is_listed(HostIndex host, HostIndex other) const {
        return listed_in_ != nullptr && listed_in_->was_listed(host, other);
    }

    const SampleCounts& counts_;
    const SlowSampleCounts* listed_in_;
    PerHost<bool> kept_;
    PerHost<SlowShare> shares_;
    SlowShare total_;
    double squares_of_events_ = 0;
    double dispersion_of_pairs_ = 1;
};

}  // namespace fabricmap::diagnosis
