// SPDX-License-Identifier: Apache-2.0
// Causes that a fraction of a part's pairs has.
#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/noise.hpp"
#include "diagnosis/explanation/threads.hpp"
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

/// A part's pairs, and those among them that may be slow.
struct PossiblePairs {
    PairList pairs;
    std::vector<bool> slow;  ///< whether each is slow alone
    double all = 0;

    /// Where few are slow, one that gains nothing alone does not pay for being named.
    PossiblePairs(const PairList& of_part, const PairGains& gains)
        : all(static_cast<double>(of_part.size())) {
        constexpr double few = 0.1;
        constexpr float gains_something = 1;
        const auto slow_alone = [&](std::uint32_t pair) { return gains.gains[pair] > min_gain_of_a_pair; };
        const auto count = std::count_if(of_part.begin(), of_part.end(), slow_alone);
        const bool are_few = static_cast<double>(count) < few * all;
        for (const std::uint32_t pair : of_part) {
            if (are_few && gains.gains[pair] <= gains_something) continue;
            pairs.push_back(pair);
            slow.push_back(slow_alone(pair));
        }
    }
};

/// Of possible pairs in a window: what each gains by a common factor a band.
struct Assignment {
    std::vector<bool> slow;
    std::vector<float> effect;
    double gain = 0;
};

/// Settles which pairs are slow, and by how much.
Assignment assign(const Fit& fit, const PossiblePairs& possible, BandRange window) {
    constexpr int rounds = 4;
    const double weight = fit.weight_of(window.size());
    const PairList& pairs = possible.pairs;
    const double n = possible.all;
    std::vector<bool> slow = possible.slow;
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
                gains[at] += weight * static_cast<double>(fit.tail().misfit(residual / noise) -
                                                          fit.tail().misfit((residual - effect) / noise));
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
Cause cause_of(const Cause& draft, const PossiblePairs& possible, const Assignment& found, BandRange window,
               double cost) {
    constexpr double cost_of_a_band = 0.7;
    Cause cause = draft;
    const double n = possible.all;
    const auto count = static_cast<double>(count_chosen(found.slow));
    cause.window = window;
    cause.effect = found.effect;
    cause.varies = true;
    cause.fraction = count / n;
    cause.gain = found.gain;
    cause.cost = cost + n * entropy_of(*cause.fraction) + std::log(n) / 2 +
                 std::log(std::max(2.0, count)) / 2 * static_cast<double>(window.size()) * cost_of_a_band;
    for (std::size_t at = 0; at < possible.pairs.size(); ++at) {
        if (found.slow[at]) cause.pairs.push_back(possible.pairs[at]);
    }
    return cause;
}

/// Whether so many more of the part's pairs than of others are slow.
bool stands_out(const Fit& fit, const Cause& cause, const PairList& of_part, const PairGains& gains,
                double cost) {
    const double outside = fraction_elsewhere(fit, of_part, 1, [&](std::uint32_t pair) {
        return gains.gains[pair] > min_gain_of_a_pair ? 1U : 0U;
    });
    return divergence(static_cast<double>(of_part.size()), *cause.fraction, outside) >=
           cost + min_difference_from_rest;
}

}  // namespace

PairGains gains_of_pairs(const Fit& fit) {
    const std::vector<BandRange> windows = windows_of(fit);
    const auto pairs = static_cast<std::uint32_t>(fit.hosts() * fit.hosts());
    PairGains result{std::vector<float>(pairs, -1.0F), std::vector<std::uint16_t>(pairs, 0)};
    std::vector<float> weights;
    weights.reserve(windows.size());
    for (const BandRange& window : windows)
        weights.push_back(static_cast<float>(fit.weight_of(window.size())));
    const auto look_at = [&](std::uint32_t pair, std::vector<float>& sums) {
        for (std::size_t band = 0; band < fit.bands(); ++band)
            sums[band + 1] = sums[band] + fit.deviations(band, pair);
        for (std::size_t number = 0; number < windows.size(); ++number) {
            const auto bands = static_cast<float>(windows[number].size());
            const float mean = (sums[windows[number].end] - sums[windows[number].first]) / bands;
            if (mean <= 0) continue;
            // More than this it cannot be, and a logarithm is dear.
            if (0.625F * mean * mean * bands * weights[number] <= std::max(1.0F, result.gains[pair]))
                continue;
            const float gain = bands * fit.tail().misfit(mean) * weights[number];
            if (gain <= result.gains[pair]) continue;
            result.gains[pair] = gain;
            result.windows[pair] = static_cast<std::uint16_t>(number);
        }
    };
    split_among_threads(pairs, pairs * fit.bands(), [&](std::size_t begin, std::size_t end) {
        std::vector<float> sums(fit.bands() + 1);
        for (auto pair = static_cast<std::uint32_t>(begin); pair < end; ++pair) {
            if (fit.is_measured(pair)) look_at(pair, sums);
        }
    });
    return result;
}

std::optional<Cause> evaluate_fraction(const Fit& fit, const Cause& draft, const PairList& of_part,
                                       const PairGains& gains, double cost) {
    const PossiblePairs possible(of_part, gains);
    if (of_part.size() < min_pairs_of_a_fraction || count_chosen(possible.slow) < min_slow_pairs)
        return std::nullopt;
    const std::vector<BandRange> windows = windows_of(fit);
    std::optional<Cause> best;
    for (const std::size_t number : windows_to_try(fit, possible.pairs, gains)) {
        const Assignment found = assign(fit, possible, windows[number]);
        const float largest = *std::max_element(found.effect.begin(), found.effect.end());
        const double most = max_fraction_of_pairs * possible.all;
        const std::size_t count = count_chosen(found.slow);
        if (count < min_slow_pairs || static_cast<double>(count) > most || largest < fit.min_effect())
            continue;
        Cause cause = cause_of(draft, possible, found, windows[number], cost);
        if (!best || cause.net() > best->net()) best = std::move(cause);
    }
    if (best && !best->hosts.empty() && !stands_out(fit, *best, of_part, gains, cost)) return std::nullopt;
    return best;
}

}  // namespace fabricmap::diagnosis
