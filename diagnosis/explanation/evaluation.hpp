// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/cause.hpp"
#include "diagnosis/explanation/fit.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::diagnosis {

/// All ranges of neighbouring bands.
[[nodiscard]] std::vector<BandRange> windows_of(const Fit& fit);

/// To name a family of causes and a window.
[[nodiscard]] double naming_cost(const Fit& fit);
/// To name one of so many.
[[nodiscard]] double choice_cost(double choices);

/// The best common factor, or one a band, or a time where near and far pairs differ, of the draft's pairs in
/// its window; nothing where there is none worth the name. `cost`: to name part and window.
[[nodiscard]] std::optional<Cause> evaluate(const Fit& fit, Cause draft, double cost);

/// What each pair would gain as a cause of its own, and in which window: sender × hosts + receiver.
struct PairGains {
    std::vector<float> gains;
    std::vector<std::uint16_t> windows;  ///< numbers of windows_of()
};
[[nodiscard]] PairGains gains_of_pairs(const Fit& fit);
/// What counts as slow alone.
inline constexpr float min_gain_of_a_pair = 4;

[[nodiscard]] std::size_t count_chosen(const std::vector<bool>& chosen);

/// n times the divergence of a fraction from another that is smaller, in nats (Kullback and Leibler).
[[nodiscard]] double divergence(double n, double fraction, double other);
/// How much more, beside its cost, a part's fraction must differ from that of the rest.
inline constexpr double min_difference_from_rest = 6;

/// A fraction of the pairs of a part, by a common factor in each band; which ones is part of the cost.
/// Nothing unless the fraction is larger than on the rest of the machine.
[[nodiscard]] std::optional<Cause> evaluate_fraction(const Fit& fit, const Cause& draft,
                                                     const PairList& of_part, const PairGains& gains,
                                                     double cost);

/// Of the values of pairs that are not of a part, so many of each: the fraction that is slow; above 0 where
/// none is. `slow_of`: how many of a pair's are.
template <typename SlowOf>
[[nodiscard]] double fraction_elsewhere(const Fit& fit, const PairList& of_part, std::size_t values_of_a_pair,
                                        const SlowOf& slow_of) {
    std::vector<bool> is_of_part(static_cast<std::size_t>(fit.hosts() * fit.hosts()));
    for (const std::uint32_t pair : of_part) is_of_part[pair] = true;
    std::size_t others = 0;
    std::size_t slow = 0;
    for (std::uint32_t pair = 0; pair < is_of_part.size(); ++pair) {
        if (!fit.is_measured(pair) || is_of_part[pair]) continue;
        others += values_of_a_pair;
        slow += slow_of(pair);
    }
    return std::min(0.9,
                    std::max(1.0, static_cast<double>(slow)) / std::max(1.0, static_cast<double>(others)));
}

/// Deviations of a single value that is slow whatever its part, and the nats to say by how much.
inline constexpr float plainly_slow = 5;
inline constexpr float cost_of_a_size = 3.5F;

/// Single values of a part's pairs, of any size.
[[nodiscard]] std::optional<Cause> evaluate_flapping(const Fit& fit, Cause draft, const PairList& of_part,
                                                     double cost);

/// To name hosts or groups of a kind: so many of all, which are neighbours or not.
[[nodiscard]] double cost_of_kind(const Fit& fit, std::size_t all, std::size_t chosen, bool are_neighbours);

/// The best kind of hosts, or of groups of hosts, near a choice of members: hosts of another make split each
/// class by how many ends of a pair are among them.
[[nodiscard]] std::optional<Cause> evaluate_kind(const Fit& fit, CauseKind kind,
                                                 const std::vector<HostList>& members,
                                                 const std::vector<bool>& chosen);

}  // namespace fabricmap::diagnosis
