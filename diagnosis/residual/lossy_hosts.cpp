// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/lossy_hosts.hpp"

#include "diagnosis/residual/slow_shares.hpp"
#include "statistics/binomial.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

/// Of the hosts: fewer stand out from a background in which the others are.
constexpr std::size_t one_in_lossy = 4;
/// So many healthy ones must be left, and one in so many.
constexpr std::size_t min_healthy = 4;
constexpr std::size_t one_in_healthy = 3;
/// Means of the two kinds, in deviations within them: the best cut through hosts of one kind, whose rates
/// differ by half of them, lies below it.
constexpr double min_separation = 4;

/// What each host adds to the rate of its pairs: the most likely where a pair's slow samples are drawn by the
/// sum of both (Poisson), by expectation and maximization.
PerHost<double> added_rates(const SampleCounts& counts, const SlowSampleBackground& everywhere) {
    constexpr int iterations = 30;  // the order of the hosts settles sooner than the rates
    constexpr double tiny = 1e-9;   // where neither host has any
    PerHost<double> rates(counts.host_count());
    const auto samples_of = [&](HostIndex host) { return std::max(1.0, everywhere.of(host).all); };
    for (const HostIndex host : rates.indices())
        rates[host] = everywhere.of(host).slow / (2 * samples_of(host));
    for (int iteration = 0; iteration < iterations; ++iteration) {
        PerHost<double> factors(counts.host_count());
        counts.for_each([&](HostIndex host, HostIndex other, const SampleCount& count) {
            if (count.slow == 0) return;
            const double slow = count.slow / (rates[host] + rates[other] + 2 * tiny);
            factors[host] += slow;
            factors[other] += slow;
        });
        for (const HostIndex host : rates.indices())
            rates[host] = (rates[host] + tiny) * factors[host] / samples_of(host);
    }
    return rates;
}

/// Hosts as healthy and lossy ones: the samples of each with the healthy ones.
struct Parting {
    std::vector<SlowShare> healthy;
    std::vector<SlowShare> lossy;
};

struct MeanAndSquares {
    double mean = 0;
    double squares = 0;  ///< sum of those of the differences from it
};

/// Of square roots of counts, which chance spreads by a half wherever they lie: of as many samples each.
MeanAndSquares of_square_roots(const std::vector<SlowShare>& shares, double samples) {
    constexpr double anscombe = 0.375;
    std::vector<double> roots;
    roots.reserve(shares.size());
    MeanAndSquares result;
    for (const SlowShare& share : shares) {
        roots.push_back(std::sqrt(share.rate() * samples + anscombe));
        result.mean += roots.back() / static_cast<double>(shares.size());
    }
    for (const double root : roots) result.squares += std::pow(root - result.mean, 2);
    return result;
}

SlowShare sum_of(const std::vector<SlowShare>& shares) {
    SlowShare sum;
    for (const SlowShare& share : shares) sum = sum + share;
    return sum;
}

double separation_of(const Parting& parting) {
    constexpr double variance_by_chance = 0.25;
    const auto hosts = static_cast<double>(parting.healthy.size() + parting.lossy.size());
    const double samples = sum_of(parting.healthy).all / static_cast<double>(parting.healthy.size());
    const MeanAndSquares healthy = of_square_roots(parting.healthy, samples);
    const MeanAndSquares lossy = of_square_roots(parting.lossy, samples);
    const double variance =
        std::max(variance_by_chance, (healthy.squares + lossy.squares) / std::max(1.0, hosts - 2));
    return (lossy.mean - healthy.mean) / std::sqrt(variance);
}

/// How unlikely it is, as a logarithm, that so many hosts of as many have so many slow samples by chance;
/// nothing where they are no kind of their own. `of_pairs`: how much more pairs differ than by chance.
std::optional<double> surprise_of(const Parting& parting, double of_pairs) {
    const SlowShare twice = sum_of(parting.healthy);
    const double elsewhere = SlowShare{twice.slow / 2, twice.all / 2}.cautious_rate(of_pairs);
    const double dispersion = std::max(dispersion_of(parting.healthy), of_pairs);
    double surprise = 0;
    for (const SlowShare& share : parting.lossy) {
        if (share.rate() < min_slow_rate_ratio * elsewhere) return std::nullopt;
        surprise += binomial_surprise(share.slow, share.all, elsewhere) / dispersion;
    }
    if (separation_of(parting) < min_separation) return std::nullopt;
    const auto healthy = static_cast<double>(parting.healthy.size());
    const auto lossy = static_cast<double>(parting.lossy.size());
    const double log_partings =
        std::lgamma(healthy + lossy + 1) - std::lgamma(healthy + 1) - std::lgamma(lossy + 1);
    return surprise - log_partings;
}

/// Hosts in an order, of which ever more from the first on are taken as lossy.
class MovingParting {
  public:
    MovingParting(const SampleCounts& counts, const HostList& hosts)
        : counts_(counts), hosts_(hosts), shares_(counts.host_count()) {
        PerHost<bool> is_among(counts.host_count());
        for (const HostIndex host : hosts) is_among[host] = true;
        counts.for_each([&](HostIndex host, HostIndex other, const SampleCount& count) {
            if (is_among[other]) shares_[host] = shares_[host] + slow_among(count);
            if (is_among[host]) shares_[other] = shares_[other] + slow_among(count);
        });
    }

    void take_next() {
        const HostIndex next = hosts_.at(taken_++);
        for (const HostIndex host : hosts_) {
            if (host != next) shares_[host] = shares_[host] - slow_among(counts_(host, next));
        }
    }
    [[nodiscard]] std::size_t taken() const { return taken_; }
    [[nodiscard]] Parting parting() const {
        Parting parting;
        for (std::size_t place = 0; place < hosts_.size(); ++place) {
            const HostIndex host = hosts_[place];
            (place < taken_ ? parting.lossy : parting.healthy).push_back(shares_[host]);
        }
        return parting;
    }

  private:
    const SampleCounts& counts_;
    const HostList& hosts_;
    std::size_t taken_ = 0;
    PerHost<SlowShare> shares_;
};

}  // namespace

HostList hosts_that_share_slow_samples(const SampleCounts& counts, const HostList& hosts) {
    const std::size_t healthy = std::max(min_healthy, (hosts.size() + one_in_healthy - 1) / one_in_healthy);
    if (hosts.size() <= healthy) return {};
    const SlowSampleBackground everywhere(counts);
    const PerHost<double> rates = added_rates(counts, everywhere);
    if (std::all_of(rates.begin(), rates.end(), [](double rate) { return !(rate > 0); })) return {};
    HostList ordered = hosts;
    std::stable_sort(ordered.begin(), ordered.end(),
                     [&](HostIndex one, HostIndex other) { return rates[one] > rates[other]; });
    const std::size_t min_lossy = std::max<std::size_t>(2, (hosts.size() + one_in_lossy - 1) / one_in_lossy);
    MovingParting moving(counts, ordered);
    double most = std::log(false_intermittent_in);
    std::size_t lossy = 0;
    while (moving.taken() + healthy < hosts.size()) {
        moving.take_next();
        if (moving.taken() < min_lossy) continue;
        const std::optional<double> surprise =
            surprise_of(moving.parting(), everywhere.dispersion_of_pairs());
        if (!surprise || *surprise < most) continue;
        most = *surprise;
        lossy = moving.taken();
    }
    ordered.resize(lossy);
    return ordered;
}

}  // namespace fabricmap::diagnosis
