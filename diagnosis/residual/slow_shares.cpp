// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/slow_shares.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// By the worst value of a pair, beyond what each of its values has on average.
double square_of_event(const SampleCount& count) {
    if (count.slow == 0 || count.values < 2) return 0;
    const auto values = static_cast<double>(count.values);
    const double beyond = (count.worst - count.slow / values) * values / (values - 1);
    return beyond * beyond;
}

}  // namespace

/// By the sum of squares, which a host that loses packets itself makes large, or by the host in the middle,
/// which says too much where hosts have a slow sample or none: the less of both.
double dispersion_of(const std::vector<SlowShare>& shares) {
    constexpr double median_of_a_squared_normal = 0.455;
    SlowShare sum;
    std::vector<double> rates;
    rates.reserve(shares.size());
    for (const SlowShare& share : shares) {
        sum = sum + share;
        rates.push_back(share.rate());
    }
    const double middle = upper_median_of(rates);
    double squares = 0;
    std::vector<double> in_the_middle;
    in_the_middle.reserve(shares.size());
    for (const SlowShare& share : shares) {
        const double expected = std::max(1e-9, share.all * sum.rate());
        squares += std::pow(share.slow - expected, 2) / expected;
        const double usual = share.all * middle;
        in_the_middle.push_back(std::pow(share.slow - usual, 2) / std::max(1.0, usual));
    }
    return std::max(1.0, std::min(squares / std::max(1.0, static_cast<double>(shares.size()) - 1),
                                  upper_median_of(in_the_middle) / median_of_a_squared_normal));
}

SlowSampleBackground::SlowSampleBackground(const SampleCounts& counts, const SlowSampleCounts* listed_in)
    : counts_(counts), listed_in_(listed_in), kept_(counts.host_count(), true), shares_(counts.host_count()) {
    counts.for_each([&](HostIndex host, HostIndex other, const SampleCount& count) {
        squares_of_events_ += square_of_event(count);
        if (is_listed(host, other)) return;
        const SlowShare share = slow_among(count);
        shares_[host] = shares_[host] + share;
        shares_[other] = shares_[other] + share;
        total_ = total_ + share;
    });
    dispersion_of_pairs_ = dispersion_beyond_hosts();
}

/// Of a host's pairs to n others it adds to each, and every other host to one: their mean rate is a + (A - a)
/// / n, where A is what all hosts add.
PerHost<double> SlowSampleBackground::rates_added_by_hosts() const {
    PerHost<double> added(counts_.host_count());
    PerHost<double> partners(counts_.host_count());
    for_each_unlisted_pair([&](HostIndex host, HostIndex other, const SampleCount& count) {
        for (const HostIndex end : {host, other}) {
            added[end] += slow_among(count).rate();
            ++partners[end];
        }
    });
    double sum = 0;
    for (const HostIndex host : added.indices()) {
        added[host] /= std::max(1.0, partners[host]);
        sum += added[host] / 2;
    }
    for (const HostIndex host : added.indices()) {
        if (partners[host] >= 2) added[host] = (added[host] * partners[host] - sum) / (partners[host] - 1);
    }
    return added;
}

double SlowSampleBackground::dispersion_beyond_hosts() const {
    const int hosts = counts_.host_count();
    const PerHost<double> added = rates_added_by_hosts();
    const auto expected = [&](HostIndex host, HostIndex other) {
        return counts_(host, other).all * std::max(0.0, added[host] + added[other]);
    };
    const auto beyond = [&](HostIndex host, HostIndex other) {
        return counts_(host, other).slow - expected(host, other);
    };
    PerHost<double> most(hosts);
    PerHost<std::optional<HostIndex>> farthest(hosts);
    for_each_unlisted_pair([&](HostIndex host, HostIndex other, const SampleCount&) {
        for (const auto& [end, partner] : {std::pair(host, other), std::pair(other, host)}) {
            if (std::abs(beyond(host, other)) <= most[end]) continue;
            most[end] = std::abs(beyond(host, other));
            farthest[end] = partner;
        }
    });
    double squares = 0;
    double sum = 0;
    double pairs = 0;
    for_each_unlisted_pair([&](HostIndex host, HostIndex other, const SampleCount&) {
        if (farthest[host] == other && farthest[other] == host) return;
        squares += std::pow(beyond(host, other), 2);
        sum += expected(host, other);
        ++pairs;
    });
    return sum > 0 && pairs > hosts ? std::max(1.0, squares / sum * pairs / (pairs - hosts)) : 1;
}

void SlowSampleBackground::leave_out(const HostList& hosts) {
    for (const HostIndex host : hosts) {
        if (!keeps(host)) continue;
        kept_[host] = false;
        total_ = total_ - shares_[host];
        for (const HostIndex other : kept_.indices()) {
            if (other == host) continue;
            if (keeps(other)) squares_of_events_ -= square_of_event(counts_(host, other));
            if (!is_listed(host, other)) shares_[other] = shares_[other] - between(host, other);
        }
    }
}

SlowShare SlowSampleBackground::worst_partner(HostIndex host) const {
    SlowShare worst;
    for (const HostIndex other : kept_.indices()) {
        if (other == host || !keeps(other)) continue;
        if (between(host, other).slow > worst.slow) worst = between(host, other);
    }
    return worst;
}

double SlowSampleBackground::dispersion(std::optional<HostIndex> left_out) const {
    const bool is_among_kept = left_out && keeps(*left_out);
    std::vector<SlowShare> shares;
    shares.reserve(kept_.size());
    for (const HostIndex host : kept_.indices()) {
        if (host == left_out || !keeps(host)) continue;
        shares.push_back(is_among_kept ? of(host) - between(host, *left_out) : of(host));
    }
    return dispersion_of(shares);
}

/// The squares of what comes together, over its sum, are how much more the number of slow samples varies than
/// by chance.
double SlowSampleBackground::samples_of_an_event() const {
    return total_.slow > 0 ? std::max(1.0, squares_of_events_ / total_.slow) : 1;
}

}  // namespace fabricmap::diagnosis
