// SPDX-License-Identifier: Apache-2.0
// Causes that a fraction of a part's pairs has.
#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/noise.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_pairs_of_a_fraction = 6;
constexpr std::size_t min_slow_pairs = 3;
constexpr double max_fraction_of_pairs = 0.85;
/// n times the divergence of a fraction from another that is smaller.
double divergence(double pairs, double fraction, double other) {
    if (fraction <= other) return 0;
    return pairs *
           (fraction * std::log(fraction / other) + (1 - fraction) * std::log((1 - fraction) / (1 - other)));
}

/// Of pairs in a window: what each gains by a common factor a band.
struct Assignment {
    std::vector<bool> slow;
    std::vector<float> effect;
    double gain = 0;
};

/// Settles which pairs are slow, and by how much.
Assignment assign(const Fit& fit, const PairList& pairs, BandRange window, std::vector<bool> slow) {
    constexpr int rounds = 4;
    const double weight = fit.weight_of(window.size());
    const auto n = static_cast<double>(pairs.size());
    Assignment found;
    std::vector<double> gains(pairs.size());
    for (int round = 0; round < rounds; ++round) {
        found.effect.assign(fit.bands(), 0.0F);
        std::fill(gains.begin(), gains.end(), 0.0);
        for (std::size_t band = window.first; band < window.end; ++band) {
            std::vector<float> values;
            for (std::size_t at = 0; at < pairs.size(); ++at) {
                if (slow[at]) values.push_back(fit.residual(band, pairs[at]));
            }
            const float effect = median_of(values);
            found.effect[band] = effect;
            for (std::size_t at = 0; at < pairs.size(); ++at) {
                const float noise = fit.noise(band, pairs[at]);
                const float residual = fit.residual(band, pairs[at]);
                gains[at] += weight * static_cast<double>(misfit(residual / noise) -
                                                          misfit((residual - effect) / noise));
            }
        }
        const double fraction = std::clamp(static_cast<double>(count_chosen(slow)) / n, 1 / n, 0.98);
        const double needed = std::log((1 - fraction) / fraction);
        for (std::size_t at = 0; at < pairs.size(); ++at) slow[at] = gains[at] > needed;
        if (count_chosen(slow) < min_slow_pairs) break;
    }
    found.slow = std::move(slow);
    for (std::size_t at = 0; at < pairs.size(); ++at) found.gain += found.slow[at] ? gains[at] : 0;
    return found;
}

/// The window in which the slow pairs gain most, and wider ones.
std::set<std::size_t> windows_to_try(const Fit& fit, const PairList& pairs, const PairGains& gains) {
    const std::vector<BandRange> windows = windows_of(fit);
    std::vector<double> sums(windows.size());
    for (const std::uint32_t pair : pairs) {
        if (gains.gains[pair] > min_gain_of_a_pair)
            sums[gains.windows[pair]] += static_cast<double>(gains.gains[pair]);
    }
    const auto best = static_cast<std::size_t>(std::max_element(sums.begin(), sums.end()) - sums.begin());
    const BandRange window = windows[best];
    std::set<std::size_t> numbers;
    for (const BandRange& wanted :
         {window, fit.all_bands(), BandRange{0, window.end}, BandRange{window.first, fit.bands()}}) {
        numbers.insert(
            static_cast<std::size_t>(std::find(windows.begin(), windows.end(), wanted) - windows.begin()));
    }
    return numbers;
}

/// `cost`: to name the part.
Cause cause_of(const Cause& draft, const Assignment& found, BandRange window, double cost) {
    constexpr double cost_of_a_band = 0.7;
    Cause cause = draft;
    const auto n = static_cast<double>(draft.of_part.size());
    const auto count = static_cast<double>(count_chosen(found.slow));
    cause.window = window;
    cause.effect = found.effect;
    cause.varies = true;
    cause.fraction = count / n;
    cause.gain = found.gain;
    cause.cost = cost + n * entropy_of(*cause.fraction) + std::log(n) / 2 +
                 std::log(std::max(2.0, count)) / 2 * static_cast<double>(window.size()) * cost_of_a_band;
    for (std::size_t at = 0; at < draft.of_part.size(); ++at) {
        if (found.slow[at]) cause.pairs.push_back(draft.of_part[at]);
    }
    return cause;
}

/// Whether so many more of the part's pairs than of others are slow.
bool stands_out(const Fit& fit, const Cause& cause, const PairGains& gains, double cost) {
    const double outside = fraction_elsewhere(fit, cause.of_part, 1, [&](std::uint32_t pair) {
        return gains.gains[pair] > min_gain_of_a_pair ? 1U : 0U;
    });
    return divergence(static_cast<double>(cause.of_part.size()), *cause.fraction, outside) >=
           cost + min_difference_from_rest;
}

}  // namespace

PairGains gains_of_pairs(const Fit& fit) {
    const std::vector<BandRange> windows = windows_of(fit);
    const auto pairs = static_cast<std::uint32_t>(fit.hosts() * fit.hosts());
    PairGains result{std::vector<float>(pairs, -1.0F), std::vector<std::uint16_t>(pairs, 0)};
    std::vector<float> sums(fit.bands() + 1);
    std::vector<float> weights;
    weights.reserve(windows.size());
    for (const BandRange& window : windows)
        weights.push_back(static_cast<float>(fit.weight_of(window.size())));
    for (std::uint32_t pair = 0; pair < pairs; ++pair) {
        if (!fit.is_measured(pair)) continue;
        for (std::size_t band = 0; band < fit.bands(); ++band)
            sums[band + 1] = sums[band] + fit.deviations(band, pair);
        for (std::size_t number = 0; number < windows.size(); ++number) {
            const auto bands = static_cast<float>(windows[number].size());
            const float mean = (sums[windows[number].end] - sums[windows[number].first]) / bands;
            if (mean <= 0) continue;
            // More than this it cannot be, and a logarithm is dear.
            if (0.625F * mean * mean * bands * weights[number] <= std::max(1.0F, result.gains[pair]))
                continue;
            const float gain = bands * misfit(mean) * weights[number];
            if (gain <= result.gains[pair]) continue;
            result.gains[pair] = gain;
            result.windows[pair] = static_cast<std::uint16_t>(number);
        }
    }
    return result;
}

std::optional<Cause> evaluate_fraction(const Fit& fit, Cause draft, const PairList& of_part,
                                       const PairGains& gains, double cost) {
    draft.of_part = measured_of(fit, of_part);
    const PairList& pairs = draft.of_part;
    std::vector<bool> slow;
    for (const std::uint32_t pair : pairs) slow.push_back(gains.gains[pair] > min_gain_of_a_pair);
    if (pairs.size() < min_pairs_of_a_fraction || count_chosen(slow) < min_slow_pairs) return std::nullopt;
    const std::vector<BandRange> windows = windows_of(fit);
    std::optional<Cause> best;
    for (const std::size_t number : windows_to_try(fit, pairs, gains)) {
        const Assignment found = assign(fit, pairs, windows[number], slow);
        const float largest = *std::max_element(found.effect.begin(), found.effect.end());
        const auto most = max_fraction_of_pairs * static_cast<double>(pairs.size());
        const std::size_t count = count_chosen(found.slow);
        if (count < min_slow_pairs || static_cast<double>(count) > most || largest < min_effect_with_hosts)
            continue;
        Cause cause = cause_of(draft, found, windows[number], cost);
        if (!best || cause.net() > best->net()) best = std::move(cause);
    }
    if (best && !best->hosts.empty() && !stands_out(fit, *best, gains, cost)) return std::nullopt;
    return best;
}

}  // namespace fabricmap::diagnosis
