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
        if (!best || cause.net() > best->net()) best = std::move(cause);
    }
    return best;
}

/// Gains of a sender's pairs, from the deviations of all bands.
class GainsOfSender {
  public:
    explicit GainsOfSender(const Fit& fit) : fit_(fit), windows_(windows_of(fit)), deviations_(fit.bands()) {
        weights_.reserve(windows_.size());
        for (const BandRange& window : windows_)
            weights_.push_back(static_cast<float>(fit.weight_of(window.size())));
    }

    void read(Eigen::Index sender, std::vector<PairGain>& gains) {
        for (std::size_t band = 0; band < fit_.bands(); ++band)
            fit_.read_deviations(band, sender, deviations_[band]);
        some_.clear();
        for (Eigen::Index receiver = 0; receiver < fit_.hosts(); ++receiver) {
            const std::uint32_t pair = fit_.pair(sender, receiver);
            if (!fit_.is_measured(pair)) continue;
            PairGain gain{pair, -1, 0};
            look_at(static_cast<std::size_t>(receiver), gain);
            if (gain.gain > 0) some_.push_back(gain);
        }
        gains.assign(some_.begin(), some_.end());
    }

    [[nodiscard]] PairGain of_pair(std::uint32_t pair) {
        for (std::size_t band = 0; band < fit_.bands(); ++band)
            deviations_[band].assign(1, fit_.deviations(band, pair));
        PairGain gain{pair, -1, 0};
        look_at(0, gain);
        return gain;
    }

  private:
    void look_at(std::size_t receiver, PairGain& best) {
        sums_.assign(fit_.bands() + 1, 0.0F);
        for (std::size_t band = 0; band < fit_.bands(); ++band)
            sums_[band + 1] = sums_[band] + deviations_[band][receiver];
        for (std::size_t number = 0; number < windows_.size(); ++number) {
            const auto bands = static_cast<float>(windows_[number].size());
            const float mean = (sums_[windows_[number].end] - sums_[windows_[number].first]) / bands;
            if (mean <= 0) continue;
            // More than this it cannot be, and a logarithm is dear.
            if (0.625F * mean * mean * bands * weights_[number] <= std::max(1.0F, best.gain)) continue;
            const float gain = bands * fit_.tail().misfit(mean) * weights_[number];
            if (gain <= best.gain) continue;
            best.gain = gain;
            best.window = static_cast<std::uint16_t>(number);
        }
    }

    const Fit& fit_;
    std::vector<BandRange> windows_;
    std::vector<float> weights_;
    std::vector<std::vector<float>> deviations_;
    std::vector<float> sums_;
    std::vector<PairGain> some_;
};

}  // namespace

const PairGain* PairGains::find(const Fit& fit, std::uint32_t pair) const {
    const std::vector<PairGain>& of_sender = of_senders[static_cast<std::size_t>(fit.sender_of(pair))];
    const auto found =
        std::lower_bound(of_sender.begin(), of_sender.end(), pair,
                         [](const PairGain& one, std::uint32_t wanted) { return one.pair < wanted; });
    return found != of_sender.end() && found->pair == pair ? &*found : nullptr;
}

PairGains gains_of_pairs(const Fit& fit) {
    PairGains result{std::vector<std::vector<PairGain>>(static_cast<std::size_t>(fit.hosts()))};
    split_among_threads(
        result.of_senders.size(), result.of_senders.size() * fit.bands(), [&] { fit.look(); },
        [&](std::size_t begin, std::size_t end) {
            GainsOfSender gains(fit);
            for (std::size_t sender = begin; sender < end; ++sender)
                gains.read(static_cast<Eigen::Index>(sender), result.of_senders[sender]);
        });
    return result;
}

PairGain gain_of_pair(const Fit& fit, std::uint32_t pair) {
    return GainsOfSender(fit).of_pair(pair);
}

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
