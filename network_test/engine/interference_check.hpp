// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/engine/interference.hpp"
#include "network_test/engine/round_sample.hpp"
#include "network_test/engine/round_visits.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace fabricmap::network_test {

/// Looks whether pairs that are measured at once disturb each other: pairs of each class, drawn from the
/// order of a plane, are measured alone as well as in their round. All ranks make it together.
class InterferenceCheck {
  public:
    /// How many pairs a look has as a rule: their visits alone cost as many parts.
    [[nodiscard]] static std::int64_t typical_pairs(const RoundPlan& plan) noexcept;

    /// `order`: of the plan's positions. `tolerated_fraction`: see InterferenceTally. `short_delays_s`: by
    /// peer, or empty. All but the order must outlive the look.
    InterferenceCheck(RoundVisits& visits, const RoundPlan& plan, const Stage& stage, const Shuffle& order,
                      double tolerated_fraction, std::span<const double> short_delays_s) noexcept
        : visits_(visits),
          plan_(plan),
          stage_(stage),
          sample_(plan, stage.locations, order),
          tolerated_fraction_(tolerated_fraction),
          short_delays_s_(short_delays_s) {}

    /// Nothing where the plane's time does not pay for a dozen samples of each visit: fewer would show noise.
    [[nodiscard]] std::optional<InterferenceTally> take(PlaneCells& cells);
    /// The positions whose pairs have been measured in their round on the way.
    [[nodiscard]] const std::set<std::int64_t>& measured() const noexcept { return measured_; }

  private:
    /// What short messages of the pairs take, in seconds; 0 where it is not known.
    [[nodiscard]] std::vector<double> short_delays_of(const std::vector<RankPair>& pairs) const;
    [[nodiscard]] bool is_affordable(const std::vector<RankPair>& pairs) const;
    /// Ratios of the delays in the round and alone.
    [[nodiscard]] std::vector<double> compare(const std::vector<SampledPosition>& sampled,
                                              const std::vector<RankPair>& pairs, PlaneCells& cells);

    RoundVisits& visits_;
    const RoundPlan& plan_;
    const Stage& stage_;
    RoundSample sample_;
    double tolerated_fraction_;
    std::span<const double> short_delays_s_;
    std::set<std::int64_t> measured_;
};

}  // namespace fabricmap::network_test
