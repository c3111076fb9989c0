// SPDX-License-Identifier: Apache-2.0
// Cables between neighbours of a grid, by the pairs that have a shortest way over them.
#include "diagnosis/explanation/cables.hpp"
#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/noise.hpp"
#include "diagnosis/residual/cables.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// A cable, and what speaks for it.
struct GridCable {
    HostPair ends;
    double evidence = 0;
};

std::vector<GridCable> cables_of_grid(const Eigen::MatrixXi& hops) {
    std::vector<GridCable> cables;
    for (Eigen::Index one = 0; one < hops.rows(); ++one) {
        for (Eigen::Index other = one + 1; other < hops.cols(); ++other) {
            if (hops(one, other) == 1) cables.push_back({{HostIndex(one), HostIndex(other)}, 0});
        }
    }
    return cables;
}

/// The cables with most of what slow pairs gain that have a shortest way over them.
std::vector<GridCable> likely_cables(const Fit& fit, const PairGains& gains) {
    constexpr std::size_t max_cables = 3;
    constexpr double min_evidence = 20;
    constexpr std::size_t max_slow_pairs = 4096;
    std::vector<PairGain> slow;
    gains.for_each([&](const PairGain& pair) {
        if (pair.gain > min_gain_of_a_pair) slow.push_back(pair);
    });
    std::vector<GridCable> cables = cables_of_grid(fit.hops());
    const std::size_t stride = std::max<std::size_t>(1, slow.size() / max_slow_pairs);
    for (GridCable& cable : cables) {
        for (std::size_t at = 0; at < slow.size(); at += stride) {
            const HostPair pair{HostIndex(fit.sender_of(slow[at].pair)),
                                HostIndex(fit.receiver_of(slow[at].pair))};
            if (leads_over(pair, cable.ends, fit.hops()))
                cable.evidence += static_cast<double>(slow[at].gain - min_gain_of_a_pair);
        }
    }
    std::erase_if(cables, [&](const GridCable& cable) { return cable.evidence <= min_evidence; });
    std::stable_sort(cables.begin(), cables.end(), [](const GridCable& one, const GridCable& other) {
        return one.evidence > other.evidence;
    });
    if (cables.size() > max_cables) cables.resize(max_cables);
    return cables;
}

PairList pairs_over(const Fit& fit, const HostPair& cable) {
    PairList pairs;
    for (Eigen::Index from = 0; from < fit.hosts(); ++from) {
        for (Eigen::Index to = 0; to < fit.hosts(); ++to) {
            const std::uint32_t pair = fit.pair(from, to);
            if (fit.is_measured(pair) && leads_over({HostIndex(from), HostIndex(to)}, cable, fit.hops()))
                pairs.push_back(pair);
        }
    }
    return pairs;
}

/// Ratios to what is expected of the pairs that are led over a cable, whose messages take so many times as
/// long. Where the half of an empty round trip is taken off, what a pair has in one direction shows by half
/// in both of an empty message, and less of longer ones.
class CablePairs {
  public:
    CablePairs(const Fit& fit, const PairList& candidates) : fit_(fit), all_(candidates) {
        choose();
        if (slow_.empty()) return;
        is_slow_.assign(static_cast<std::size_t>(fit.hosts() * fit.hosts()), false);
        for (const std::uint32_t pair : slow_) is_slow_[pair] = true;
        for (std::size_t band = 0; band < fit.bands(); ++band) factors_.push_back(factor_of(band));
    }

    [[nodiscard]] std::size_t slow() const noexcept { return slow_.size(); }
    [[nodiscard]] std::vector<float> effects() const {
        std::vector<float> effects;
        for (const double factor : factors_) effects.push_back(static_cast<float>(std::log(factor)));
        return effects;
    }
    /// Pairs of hosts, whatever the direction.
    [[nodiscard]] std::size_t pairs_of_hosts() const {
        return static_cast<std::size_t>(std::count_if(slow_.begin(), slow_.end(), [&](std::uint32_t pair) {
            return !is_slow_[reverse(pair)] || pair < reverse(pair);
        }));
    }
    /// What the cable adds to each value, also to those the other way.
    [[nodiscard]] std::vector<ValueEffect> values() const {
        std::vector<ValueEffect> values;
        const auto take = [&](std::uint32_t pair, double own, double back) {
            for (std::size_t band = 0; band < fit_.bands(); ++band) {
                const double ratio = (own * (factors_[band] - 1) + 1) - halved(band, pair, own - back);
                values.push_back({pair, static_cast<std::uint32_t>(band),
                                  static_cast<float>(std::log(std::max(ratio, min_ratio)))});
            }
        };
        for (const std::uint32_t pair : slow_) {
            const bool both_ways = is_slow_[reverse(pair)];
            take(pair, 1, both_ways ? 1 : 0);
            if (!both_ways && fit_.halves_empty_messages() && fit_.is_measured(reverse(pair)))
                take(reverse(pair), 0, 1);
        }
        return values;
    }

  private:
    static constexpr double min_ratio = 0.1;

    [[nodiscard]] std::uint32_t reverse(std::uint32_t pair) const {
        return fit_.pair(fit_.receiver_of(pair), fit_.sender_of(pair));
    }

    /// Those that are slow, by the longest messages, in which halves of empty ones show least.
    void choose() {
        constexpr int rounds = 4;
        const std::size_t first = fit_.bands() - std::max<std::size_t>(1, fit_.bands() / 4);
        std::vector<float> means;
        for (const std::uint32_t pair : all_) {
            float sum = 0;
            for (std::size_t band = first; band < fit_.bands(); ++band) sum += fit_.residual(band, pair);
            means.push_back(sum / static_cast<float>(fit_.bands() - first));
        }
        float limit = fit_.min_effect();
        for (int round = 0; round < rounds; ++round) {
            std::vector<float> slow;
            std::copy_if(means.begin(), means.end(), std::back_inserter(slow),
                         [&](float mean) { return mean > limit; });
            if (slow.empty()) return;
            limit = std::max(fit_.min_effect(), median_of(slow)) / 2;
        }
        for (std::size_t at = 0; at < all_.size(); ++at) {
            if (means[at] > limit) slow_.push_back(all_[at]);
        }
    }

    /// What is taken off a pair whose own direction is slow, or the other one (1 and -1): a ratio.
    [[nodiscard]] double halved(std::size_t band, std::uint32_t pair, double direction) const {
        if (!fit_.halves_empty_messages() || factors_.empty()) return 0;
        const double of_empty =
            std::exp(static_cast<double>(fit_.expected(0, pair) - fit_.expected(band, pair)));
        return direction * (factors_.front() - 1) / 2 * of_empty;
    }

    [[nodiscard]] double factor_of(std::size_t band) const {
        std::vector<double> factors;
        for (const std::uint32_t pair : slow_) {
            const double ratio = std::exp(static_cast<double>(fit_.residual(band, pair)));
            const bool is_halved = fit_.halves_empty_messages() && !is_slow_[reverse(pair)];
            if (!is_halved) {
                factors.push_back(ratio);
            } else {
                factors.push_back(band == 0 ? 2 * ratio - 1 : ratio + halved(band, pair, 1));
            }
        }
        return std::max(min_ratio, median_of(factors));
    }

    const Fit& fit_;
    const PairList& all_;
    PairList slow_;
    std::vector<bool> is_slow_;
    std::vector<double> factors_;  ///< of each band
};

double gain_of_values(const Fit& fit, const std::vector<ValueEffect>& values) {
    double gain = 0;
    for (const ValueEffect& value : values) {
        const float residual = fit.residual(value.band, value.pair);
        const float noise = fit.noise(value.band, value.pair);
        gain += static_cast<double>(fit.tail().misfit(residual / noise) -
                                    fit.tail().misfit((residual - value.effect) / noise));
    }
    return gain * fit.weight_of(fit.bands());
}

/// Whether so many more of the pairs over the cable than of others are slow.
bool stands_out_among(const Fit& fit, const PairGains& gains, const PairList& over, double fraction,
                      double cost) {
    double elsewhere = 0;
    gains.for_each([&](const PairGain& pair) { elsewhere += pair.gain > min_gain_of_a_pair ? 1 : 0; });
    for (const std::uint32_t pair : over) elsewhere -= gains.gain(fit, pair) > min_gain_of_a_pair ? 1 : 0;
    const auto all = static_cast<double>(over.size());
    const double others = static_cast<double>(fit.measured_pairs()) - all;
    return divergence(all, fraction, fraction_elsewhere(elsewhere, others)) >=
           cost + min_difference_from_rest;
}

std::optional<Cause> evaluate_cable(const Fit& fit, const HostPair& ends, const PairGains& gains,
                                    double cost) {
    constexpr std::size_t min_pairs_over = 3;
    const PairList over = pairs_over(fit, ends);
    const CablePairs pairs(fit, over);
    if (pairs.slow() < min_pairs_over) return std::nullopt;
    Cause cause;
    cause.kind = CauseKind::cable_of_grid;
    cause.hosts = {ends.first, ends.second};
    cause.window = fit.all_bands();
    cause.varies = true;
    cause.effect = pairs.effects();
    cause.values = pairs.values();
    cause.paths = pairs.pairs_of_hosts();
    const auto n = static_cast<double>(over.size());
    const auto slow = static_cast<double>(pairs.slow());
    cause.gain = gain_of_values(fit, cause.values);
    cause.cost = cost + n * entropy_of(slow / n) + std::log(n) / 2 +
                 std::log(slow) / 2 * static_cast<double>(fit.bands()) * fit.weight_of(fit.bands());
    const bool is_slow = cause.largest_effect() >= fit.min_effect();
    if (!is_slow || !stands_out_among(fit, gains, over, slow / n, cost)) return std::nullopt;
    return cause;
}

}  // namespace

std::vector<Cause> propose_cables_of_grid(const Fit& fit, const PairGains& gains) {
    std::vector<Cause> found;
    if (fit.hops().size() == 0) return found;
    const double cost = naming_cost(fit) + choice_cost(3.0 * static_cast<double>(fit.hosts()));
    for (const GridCable& cable : likely_cables(fit, gains)) {
        const bool is_known = std::any_of(fit.causes().begin(), fit.causes().end(), [&](const Cause& known) {
            return known.kind == CauseKind::cable_of_grid && known.hosts.front() == cable.ends.first &&
                   known.hosts.back() == cable.ends.second;
        });
        if (is_known) continue;
        auto cause = evaluate_cable(fit, cable.ends, gains, cost);
        if (cause) found.push_back(std::move(*cause));
    }
    return found;
}

}  // namespace fabricmap::diagnosis
