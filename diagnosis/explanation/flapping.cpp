// SPDX-License-Identifier: Apache-2.0
// Single values that are slow, by any factor, all over the pairs of a part.
#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/noise.hpp"
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

/// What a value gains where it is said to be slow.
struct SlowValue {
    std::uint32_t pair = 0;
    std::uint32_t band = 0;
    double gain = 0;
};

/// By pair.
std::vector<SlowValue> slow_values_of(const Fit& fit, const PairList& pairs) {
    std::vector<SlowValue> slow;
    const float smallest = fit.tail().deviations_of(min_gain_of_a_value + cost_of_a_size);
    for (const std::uint32_t pair : pairs) {
        for (std::uint32_t band = 0; band < fit.bands(); ++band) {
            const float z = fit.deviations(band, pair);
            if (z < smallest) continue;
            slow.push_back({pair, band, static_cast<double>(fit.tail().misfit(z) - cost_of_a_size)});
        }
    }
    return slow;
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
        const auto above = std::count_if(slow_values.begin(), slow_values.end(),
                                         [&](const SlowValue& value) { return value.gain > limit; });
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
            if (at->gain <= needed) continue;
            cause.values.push_back({pair, at->band, fit.residual(at->band, pair)});
            sum += at->gain;
            ++count;
            ++of_band[at->band];
        }
        if (count > 0) cause.gain += sum * fit.weight_of(count);
    }
    return static_cast<double>(*std::max_element(of_band.begin(), of_band.end())) / pairs;
}

/// How many values of a pair are plainly slow.
std::size_t plainly_slow_values(const Fit& fit, std::uint32_t pair) {
    std::size_t slow = 0;
    for (std::size_t band = 0; band < fit.bands(); ++band)
        slow += fit.deviations(band, pair) > plainly_slow ? 1U : 0U;
    return slow;
}

}  // namespace

std::optional<Cause> evaluate_flapping(const Fit& fit, Cause draft, const PairList& of_part, double cost) {
    if (fit.hosts() < min_hosts_with_others || of_part.empty()) return std::nullopt;
    const std::vector<SlowValue> slow_values = slow_values_of(fit, of_part);
    const auto pairs = static_cast<double>(of_part.size());
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
    if (middle < 2 * fit.min_effect()) return std::nullopt;
    draft.window = fit.all_bands();
    draft.fraction = fraction;
    draft.effect.assign(fit.bands(), middle);
    draft.varies = true;
    draft.cost = cost + n * entropy_of(fraction) + std::log(n) / 2;
    const bool is_of_machine = draft.hosts.empty();
    const double elsewhere =
        is_of_machine ? 0 : fraction_elsewhere(fit, of_part, fit.bands(), [&](std::uint32_t pair) {
            return plainly_slow_values(fit, pair);
        });
    if (!is_of_machine && divergence(n, fraction, elsewhere) < cost + min_difference_from_rest)
        return std::nullopt;
    return draft;
}

}  // namespace fabricmap::diagnosis
