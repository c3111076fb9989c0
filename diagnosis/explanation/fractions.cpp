// SPDX-License-Identifier: Apache-2.0
// Causes that a fraction of a part's pairs has.
#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/noise.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
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
    std::vector<double> gains_in_windows;
    double all = 0;

    PossiblePairs(const Fit& fit, const PairList& of_part, const PairGains& gains)
        : gains_in_windows(windows_of(fit).size()), all(static_cast<double>(of_part.size())) {
        std::vector<PairGain> of_pairs;
        of_pairs.reserve(of_part.size());
        for (const std::uint32_t pair : of_part) {
            const PairGain* const found = gains.find(fit, pair);
            of_pairs.push_back(found != nullptr ? *found : PairGain{pair, -1, 0});
        }
        const bool are_few = are_few_of(std::count_if(of_pairs.begin(), of_pairs.end(), is_slow));
        for (const PairGain& pair : of_pairs) {
            if (!are_few || gains_something(pair)) take(pair);
        }
    }

    /// All pairs, or those between two groups.
    PossiblePairs(const Fit& fit, const GroupLabels* between, const PairGains& gains)
        : gains_in_windows(windows_of(fit).size()) {
        const auto is_meant = [&](std::uint32_t pair) {
            return between == nullptr || (*between)[static_cast<std::size_t>(fit.sender_of(pair))] !=
                                             (*between)[static_cast<std::size_t>(fit.receiver_of(pair))];
        };
        all = static_cast<double>(fit.measured_pairs() -
                                  (between != nullptr ? pairs_inside(fit, *between) : 0));
        std::ptrdiff_t count = 0;
        gains.for_each([&](const PairGain& pair) { count += is_slow(pair) && is_meant(pair.pair) ? 1 : 0; });
        if (are_few_of(count)) {
            gains.for_each([&](const PairGain& pair) {
                if (gains_something(pair) && is_meant(pair.pair)) take(pair);
            });
            return;
        }
        const auto end = static_cast<std::uint32_t>(fit.hosts() * fit.hosts());
        for (std::uint32_t pair = 0; pair < end; ++pair) {
            if (!fit.is_measured(pair) || !is_meant(pair)) continue;
            const PairGain* const found = gains.find(fit, pair);
            take(found != nullptr ? *found : PairGain{pair, -1, 0});
        }
    }

  private:
    [[nodiscard]] static bool is_slow(const PairGain& pair) { return pair.gain > min_gain_of_a_pair; }
    [[nodiscard]] static bool gains_something(const PairGain& pair) { return pair.gain > 1; }

    /// Where few are slow, one that gains nothing alone does not pay for being named.
    [[nodiscard]] bool are_few_of(std::ptrdiff_t count) const {
        constexpr double few = 0.1;
        return static_cast<double>(count) < few * all;
    }

    void take(const PairGain& pair) {
        pairs.push_back(pair.pair);
        slow.push_back(is_slow(pair));
        if (is_slow(pair)) gains_in_windows[pair.window] += static_cast<double>(pair.gain);
    }

    [[nodiscard]] static std::int64_t pairs_inside(const Fit& fit, const GroupLabels& labels) {
        std::int64_t inside = 0;
        for (int group = 0; group < group_count(labels); ++group) {
            const HostList hosts = hosts_of_group(labels, group);
            for (const HostIndex from : hosts) {
                for (const HostIndex to : hosts) inside += fit.is_measured(fit.pair(from, to)) ? 1 : 0;
            }
        }
        return inside;
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
std::set<std::size_t> windows_to_try(const Fit& fit, const PossiblePairs& possible) {
    const std::vector<BandRange> windows = windows_of(fit);
    const std::vector<double>& sums = possible.gains_in_windows;
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

/// Of so many pairs the cause's are slow. `cost`: to name the part.
void settle_fraction(Cause& cause, double n, double cost) {
    constexpr double cost_of_a_band = 0.7;
    const auto count = static_cast<double>(cause.pairs.size());
    cause.fraction = count / n;
    cause.cost =
        cost + n * entropy_of(*cause.fraction) + std::log(n) / 2 +
        std::log(std::max(2.0, count)) / 2 * static_cast<double>(cause.window.size()) * cost_of_a_band;
}

Cause cause_of(const Cause& draft, const PossiblePairs& possible, const Assignment& found, BandRange window,
               double cost) {
    Cause cause = draft;
    cause.window = window;
    cause.effect = found.effect;
    cause.varies = true;
    cause.gain = found.gain;
    for (std::size_t at = 0; at < possible.pairs.size(); ++at) {
        if (found.slow[at]) cause.pairs.push_back(possible.pairs[at]);
    }
    settle_fraction(cause, possible.all, cost);
    return cause;
}

float median_residual(const Fit& fit, std::size_t band, const PairList& pairs) {
    std::vector<float> residuals;
    residuals.reserve(pairs.size());
    for (const std::uint32_t pair : pairs) residuals.push_back(fit.residual(band, pair));
    return median_of(residuals);
}

/// Those that are slow by long messages, of which nothing is halved.
PairList slow_in_long_messages(const Fit& fit, const PairList& pairs) {
    std::vector<float> residuals;
    residuals.reserve(pairs.size());
    for (const std::uint32_t pair : pairs) residuals.push_back(fit.residual(fit.bands() - 1, pair));
    const float upper = value_at(residuals, residuals.size() * 3 / 4);
    PairList slow;
    if (upper < fit.min_effect_of_pairs()) return slow;
    std::copy_if(pairs.begin(), pairs.end(), std::back_inserter(slow),
                 [&](std::uint32_t pair) { return fit.residual(fit.bands() - 1, pair) > upper / 2; });
    return slow;
}

std::vector<bool> marked(const Fit& fit, const PairList& pairs) {
    std::vector<bool> is_marked(static_cast<std::size_t>(fit.hosts() * fit.hosts()));
    for (const std::uint32_t pair : pairs) is_marked[pair] = true;
    return is_marked;
}

double gain_with_leak(const Fit& fit, const Cause& cause) {
    const std::vector<bool> is_slow = marked(fit, cause.pairs);
    const std::vector<bool> is_leaked = marked(fit, cause.leaked);
    PairList affected = cause.pairs;
    affected.insert(affected.end(), cause.leaked.begin(), cause.leaked.end());
    std::sort(affected.begin(), affected.end());
    affected.erase(std::unique(affected.begin(), affected.end()), affected.end());
    double gain = 0;
    for (const std::uint32_t pair : affected) {
        for (std::size_t band = 0; band < fit.bands(); ++band) {
            const float added = (is_slow[pair] ? cause.effect[band] : 0) +
                                (is_leaked[pair] ? fit.leak_on(cause, band, pair) : 0);
            const float left = (fit.residual(band, pair) - added) / fit.noise(band, pair);
            gain +=
                static_cast<double>(fit.tail().misfit(fit.deviations(band, pair)) - fit.tail().misfit(left));
        }
    }
    return gain * fit.weight_of(fit.bands());
}

/// Where empty messages are halved between the two directions, short ones are slow both ways: only the pairs
/// whose long ones are, and what shows of them on those the other way.
Cause without_leaks(const Fit& fit, Cause found, double n, double cost) {
    if (!fit.halves_empty_messages() || fit.bands() < 2 || found.window != fit.all_bands()) return found;
    Cause cause = found;
    cause.pairs = slow_in_long_messages(fit, found.pairs);
    const std::vector<bool> is_slow = marked(fit, cause.pairs);
    PairList one_way;
    for (const std::uint32_t pair : cause.pairs) {
        const std::uint32_t back = fit.pair(fit.receiver_of(pair), fit.sender_of(pair));
        if (!is_slow[back]) one_way.push_back(pair);
        if (fit.is_measured(back)) cause.leaked.push_back(back);
    }
    if (one_way.size() < min_slow_pairs) return found;
    for (std::size_t band = 0; band < fit.bands(); ++band)
        cause.effect[band] = median_residual(fit, band, one_way);
    cause.leak = {std::expm1(std::max(0.0F, cause.effect.front())), 0};
    cause.gain = gain_with_leak(fit, cause);
    settle_fraction(cause, n, cost);
    return cause.net() > found.net() ? cause : found;
}

/// Whether so many more of the part's pairs than of others are slow.
bool stands_out(const Fit& fit, const Cause& cause, const PairList& of_part, const PairGains& gains,
                double cost) {
    double slow = 0;
    gains.for_each([&](const PairGain& pair) { slow += pair.gain > min_gain_of_a_pair ? 1 : 0; });
    for (const std::uint32_t pair : of_part) slow -= gains.gain(fit, pair) > min_gain_of_a_pair ? 1 : 0;
    const double others = static_cast<double>(fit.measured_pairs()) - static_cast<double>(of_part.size());
    return divergence(static_cast<double>(of_part.size()), *cause.fraction,
                      fraction_elsewhere(slow, others)) >= cost + min_difference_from_rest;
}

/// Whether pairs of the part are as much faster as often as others are slower: noise is wider there.
bool are_fast_alike(const Fit& fit, const Cause& cause, const PairList& of_part) {
    constexpr std::size_t few = 4;
    std::size_t fast = 0;
    for (const std::uint32_t pair : of_part) {
        float left = 0;
        float effects = 0;
        for (std::size_t band = cause.window.first; band < cause.window.end; ++band) {
            left += fit.residual(band, pair);
            effects += cause.effect[band];
        }
        fast += left < -effects / 2 ? 1U : 0U;
    }
    return few * fast > cause.pairs.size();
}

std::optional<Cause> best_fraction(const Fit& fit, const Cause& draft, const PossiblePairs& possible,
                                   double cost) {
    if (possible.all < min_pairs_of_a_fraction || count_chosen(possible.slow) < min_slow_pairs)
        return std::nullopt;
    const std::vector<BandRange> windows = windows_of(fit);
    std::optional<Cause> best;
    for (const std::size_t number : windows_to_try(fit, possible)) {
        fit.look();
        const Assignment found = assign(fit, possible, windows[number]);
        const float largest = *std::max_element(found.effect.begin(), found.effect.end());
        const double most = max_fraction_of_pairs * possible.all;
        const std::size_t count = count_chosen(found.slow);
        if (count < min_slow_pairs || static_cast<double>(count) > most ||
            largest < fit.min_effect_of_pairs())
            continue;
        Cause cause = cause_of(draft, possible, found, windows[number], cost);
        cause = without_leaks(fit, std::move(cause), possible.all, cost);
        if (!best || cause.net() > best->net()) best = std::move(cause);
    }
    return best;
}

}  // namespace

std::optional<Cause> evaluate_fraction(const Fit& fit, const Cause& draft, const PairList& of_part,
                                       const PairGains& gains, double cost) {
    std::optional<Cause> best = best_fraction(fit, draft, PossiblePairs(fit, of_part, gains), cost);
    if (best && (are_fast_alike(fit, *best, of_part) || !stands_out(fit, *best, of_part, gains, cost)))
        return std::nullopt;
    return best;
}

std::optional<Cause> evaluate_routes(const Fit& fit, const Cause& draft, const GroupLabels* between,
                                     const PairGains& gains, double cost) {
    return best_fraction(fit, draft, PossiblePairs(fit, between, gains), cost);
}

}  // namespace fabricmap::diagnosis
