// SPDX-License-Identifier: Apache-2.0
// Single values that are slow, by any factor, all over the pairs of a part.
#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/noise.hpp"
#include "diagnosis/explanation/threads.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr double max_fraction_of_values = 0.55;
/// Of the pairs in one band, where the fraction is small.
constexpr double max_fraction_in_a_band = 0.6;
constexpr std::size_t min_slow_values = 5;
constexpr Eigen::Index min_hosts_with_others = 6;

/// Below, a value would not be called slow even if half of them were.
constexpr float min_gain_of_a_value = -0.25F;

/// Of a part, from all.
std::vector<SlowValue> slow_values_among(const std::vector<SlowValue>& all, const PairList& pairs) {
    std::vector<SlowValue> slow;
    for (const std::uint32_t pair : pairs) {
        auto at = std::lower_bound(
            all.begin(), all.end(), pair,
            [](const SlowValue& value, std::uint32_t wanted) { return value.pair < wanted; });
        for (; at != all.end() && at->pair == pair; ++at) slow.push_back(*at);
    }
    return slow;
}

std::size_t plainly_slow_among(const std::vector<SlowValue>& values) {
    return static_cast<std::size_t>(std::count_if(
        values.begin(), values.end(), [](const SlowValue& value) { return value.is_plainly_slow; }));
}

/// A fraction of values, and what one of them must gain to pay for being named.
struct SlowFraction {
    double fraction = 0;
    double needed = 0;
};

/// Of n values.
SlowFraction slow_fraction_of(const std::vector<SlowValue>& slow_values, double n) {
    constexpr int rounds = 3;
    const auto fraction_above = [&](double limit) {
        const auto above = std::count_if(slow_values.begin(), slow_values.end(), [&](const SlowValue& value) {
            return static_cast<double>(value.gain) > limit;
        });
        return std::clamp(static_cast<double>(above) / n, 1 / n, 0.9);
    };
    SlowFraction slow{fraction_above(2), 0};
    for (int round = 0; round < rounds; ++round) {
        slow.needed = std::log((1 - slow.fraction) / slow.fraction);
        slow.fraction = fraction_above(slow.needed);
    }
    return slow;
}

/// Names the slow values; the largest fraction of pairs that are slow in one band.
double take_values(const Fit& fit, Cause& cause, const std::vector<SlowValue>& slow_values, double pairs,
                   double needed) {
    std::vector<std::size_t> of_band(fit.bands());
    cause.gain = 0;
    for (auto at = slow_values.begin(); at != slow_values.end();) {
        const std::uint32_t pair = at->pair;
        double sum = 0;
        std::size_t count = 0;
        for (; at != slow_values.end() && at->pair == pair; ++at) {
            if (static_cast<double>(at->gain) <= needed) continue;
            cause.values.push_back({pair, at->band, fit.residual(at->band, pair)});
            sum += static_cast<double>(at->gain);
            ++count;
            ++of_band[at->band];
        }
        if (count > 0) cause.gain += sum * fit.weight_of(count);
    }
    return static_cast<double>(*std::max_element(of_band.begin(), of_band.end())) / pairs;
}

/// Whether values of the pairs are low as often as they are slow: noise is wider there.
bool are_low_alike(const Fit& fit, const PairList& pairs, const std::vector<ValueEffect>& slow) {
    constexpr std::size_t few = 4;
    float smallest = slow.front().effect;
    for (const ValueEffect& value : slow) smallest = std::min(smallest, value.effect);
    std::size_t low = 0;
    for (const std::uint32_t pair : pairs) {
        for (std::size_t band = 0; band < fit.bands(); ++band)
            low += fit.residual(band, pair) < -smallest ? 1U : 0U;
    }
    return few * low > slow.size();
}

/// Whether a pair that is slow at one length is so at the next more often than by chance: it is slow for
/// good. `slow`: by pair.
bool are_of_the_same_pairs(const std::vector<ValueEffect>& slow, std::size_t bands, double pairs) {
    constexpr double more_often = 1.5;
    constexpr double deviations = 3;
    std::vector<double> of_band(bands);
    double together = 0;
    for (std::size_t at = 0; at < slow.size(); ++at) {
        ++of_band[slow[at].band];
        const bool is_next =
            at > 0 && slow[at - 1].pair == slow[at].pair && slow[at - 1].band + 1 == slow[at].band;
        together += is_next ? 1 : 0;
    }
    double by_chance = 0;
    for (std::size_t band = 1; band < bands; ++band) by_chance += of_band[band - 1] * of_band[band] / pairs;
    return together > more_often * by_chance + deviations * std::sqrt(std::max(1.0, by_chance));
}

/// Of so many pairs.
std::optional<Cause> cause_of_values(const Fit& fit, Cause draft, const std::vector<SlowValue>& slow_values,
                                     double pairs, double cost) {
    const double n = pairs * static_cast<double>(fit.bands());
    const auto [fraction, needed] = slow_fraction_of(slow_values, n);
    const double most = take_values(fit, draft, slow_values, pairs, needed);
    if (draft.values.size() < min_slow_values || fraction > max_fraction_of_values ||
        most > std::max(max_fraction_in_a_band, 3 * fraction))
        return std::nullopt;
    std::vector<float> effects;
    effects.reserve(draft.values.size());
    for (const ValueEffect& value : draft.values) effects.push_back(value.effect);
    const float middle = median_of(effects);
    if (middle < std::max(2 * fit.min_effect(), fit.min_effect_of_pairs())) return std::nullopt;
    draft.window = fit.all_bands();
    draft.fraction = fraction;
    draft.effect.assign(fit.bands(), middle);
    draft.varies = true;
    draft.cost = cost + n * entropy_of(fraction) + std::log(n) / 2;
    return draft;
}

}  // namespace

std::vector<SlowValue> slow_values_of(const Fit& fit) {
    const float smallest = fit.tail().deviations_of(min_gain_of_a_value + cost_of_a_size);
    std::vector<std::vector<SlowValue>> of_senders(static_cast<std::size_t>(fit.hosts()));
    const auto look_at = [&](std::size_t begin, std::size_t end) {
        std::vector<std::vector<float>> deviations(fit.bands());
        for (std::size_t sender = begin; sender < end; ++sender) {
            const auto from = static_cast<Eigen::Index>(sender);
            for (std::size_t band = 0; band < fit.bands(); ++band)
                fit.read_deviations(band, from, deviations[band]);
            for (Eigen::Index to = 0; to < fit.hosts(); ++to) {
                if (!fit.is_measured(fit.pair(from, to))) continue;
                for (std::size_t band = 0; band < fit.bands(); ++band) {
                    const float z = deviations[band][static_cast<std::size_t>(to)];
                    if (z < smallest) continue;
                    of_senders[sender].push_back({fit.pair(from, to), static_cast<std::uint16_t>(band),
                                                  z > plainly_slow, fit.tail().misfit(z) - cost_of_a_size});
                }
            }
        }
    };
    split_among_threads(
        of_senders.size(), of_senders.size() * fit.bands(), [&] { fit.look(); }, look_at);
    std::vector<SlowValue> all;
    for (const std::vector<SlowValue>& slow : of_senders) all.insert(all.end(), slow.begin(), slow.end());
    return all;
}

std::optional<Cause> evaluate_flapping(const Fit& fit, Cause draft, const PairList& of_part,
                                       const std::vector<SlowValue>& all, double cost) {
    if (fit.hosts() < min_hosts_with_others || of_part.empty()) return std::nullopt;
    const std::vector<SlowValue> slow_values = slow_values_among(all, of_part);
    const auto pairs = static_cast<double>(of_part.size());
    std::optional<Cause> cause = cause_of_values(fit, std::move(draft), slow_values, pairs, cost);
    if (!cause || are_low_alike(fit, of_part, cause->values)) return std::nullopt;
    const auto bands = static_cast<double>(fit.bands());
    const double others = (static_cast<double>(fit.measured_pairs()) - pairs) * bands;
    const std::size_t own = plainly_slow_among(slow_values);
    const std::size_t slow = plainly_slow_among(all) - own;
    const double elsewhere = fraction_elsewhere(static_cast<double>(slow), others);
    // Among the pairs of many hosts are some of each slow part of the machine.
    constexpr double several_times = 4;
    if (cause->hosts.size() > 1 && (static_cast<double>(own) < several_times * elsewhere * pairs * bands ||
                                    are_of_the_same_pairs(cause->values, fit.bands(), pairs)))
        return std::nullopt;
    if (divergence(pairs * bands, *cause->fraction, elsewhere) < cost + min_difference_from_rest)
        return std::nullopt;
    return cause;
}

std::optional<Cause> evaluate_flapping(const Fit& fit, Cause draft, const std::vector<SlowValue>& all,
                                       double cost) {
    if (fit.hosts() < min_hosts_with_others) return std::nullopt;
    return cause_of_values(fit, std::move(draft), all, static_cast<double>(fit.measured_pairs()), cost);
}

}  // namespace fabricmap::diagnosis
