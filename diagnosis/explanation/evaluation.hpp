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

/// How much a cause must gain beyond its cost, in nats, to be believed; alternatives come as near as that.
inline constexpr double min_net = 3;

/// To name a family of causes and a window.
[[nodiscard]] double naming_cost(const Fit& fit);
/// To name one of so many.
[[nodiscard]] double choice_cost(double choices);

/// The best common factor, or one a band, or a time where near and far pairs differ, of the draft's pairs in
/// its window; nothing where there is none worth the name. `cost`: to name part and window.
[[nodiscard]] std::optional<Cause> evaluate(const Fit& fit, Cause draft, double cost);

/// What a pair would gain as a cause of its own, and in which window.
struct PairGain {
    std::uint32_t pair = 0;
    float gain = 0;
    std::uint16_t window = 0;  ///< a number of windows_of()
};
/// What counts as slow alone.
inline constexpr float min_gain_of_a_pair = 4;

/// Of pairs that would gain something, few of all.
struct PairGains {
    std::vector<std::vector<PairGain>> of_senders;  ///< ascending

    /// Nothing where it is none of them.
    [[nodiscard]] const PairGain* find(const Fit& fit, std::uint32_t pair) const;
    [[nodiscard]] float gain(const Fit& fit, std::uint32_t pair) const {
        constexpr float none = -1;
        const PairGain* const found = find(fit, pair);
        return found != nullptr ? found->gain : none;
    }
    /// Ascending.
    template <typename Act>
    void for_each(const Act& act) const {
        for (const std::vector<PairGain>& of_sender : of_senders) {
            for (const PairGain& gain : of_sender) act(gain);
        }
    }
};
[[nodiscard]] PairGains gains_of_pairs(const Fit& fit);
/// Of a single one; less than 0 where it gains nothing.
[[nodiscard]] PairGain gain_of_pair(const Fit& fit, std::uint32_t pair);

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

/// The same of the whole machine, or of the pairs of it between two groups: of all that there are.
[[nodiscard]] std::optional<Cause> evaluate_routes(const Fit& fit, const Cause& draft,
                                                   const GroupLabels* between, const PairGains& gains,
                                                   double cost);

/// So many slow ones among others, those that are not of a part; above 0 where none is.
[[nodiscard]] inline double fraction_elsewhere(double slow, double others) {
    return std::min(0.9, std::max(1.0, slow) / std::max(1.0, others));
}

/// Deviations of a single value that is slow whatever its part, and the nats to say by how much.
inline constexpr float plainly_slow = 5;
inline constexpr float cost_of_a_size = 3.5F;

/// What a value gains where it is said to be slow.
struct SlowValue {
    std::uint32_t pair = 0;
    std::uint16_t band = 0;
    bool is_plainly_slow = false;
    float gain = 0;
};
/// All that may be slow, by pair.
[[nodiscard]] std::vector<SlowValue> slow_values_of(const Fit& fit);

/// Single values of a part's pairs, of any size. `all`: that may be slow on the whole machine.
[[nodiscard]] std::optional<Cause> evaluate_flapping(const Fit& fit, Cause draft, const PairList& of_part,
                                                     const std::vector<SlowValue>& all, double cost);
/// The same of the whole machine.
[[nodiscard]] std::optional<Cause> evaluate_flapping(const Fit& fit, Cause draft,
                                                     const std::vector<SlowValue>& all, double cost);

/// To name hosts or groups of a kind: so many of all, which are neighbours or not.
[[nodiscard]] double cost_of_kind(const Fit& fit, std::size_t all, std::size_t chosen, bool are_neighbours);

/// All hosts one by one, or the lowest groups, of which there must be some.
[[nodiscard]] std::vector<HostList> members_of_kinds(const Fit& fit, CauseKind kind);

/// The best kind of hosts, or of groups of hosts, near a choice of members: hosts of another make split each
/// class by how many ends of a pair are among them, or by which of them.
[[nodiscard]] std::optional<Cause> evaluate_kind(const Fit& fit, CauseKind kind,
                                                 const std::vector<HostList>& members,
                                                 const std::vector<bool>& chosen, bool by_sides);
/// Of just that choice, of both directions.
[[nodiscard]] std::optional<Cause> evaluate_choice(const Fit& fit, CauseKind kind,
                                                   const std::vector<HostList>& members,
                                                   const std::vector<bool>& chosen);

}  // namespace fabricmap::diagnosis
