// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/engine/interference.hpp"
#include "network_test/engine/plane_schedule.hpp"
#include "network_test/engine/progress.hpp"
#include "network_test/engine/round_sample.hpp"
#include "network_test/engine/round_visits.hpp"
#include "network_test/schedule/round_plan.hpp"

#include <array>
#include <functional>
#include <set>
#include <string>

namespace fabricmap::network_test {

/// Many disjoint pairs at a time, round after round. On the way it looks whether pairs that are measured at
/// once disturb each other: pairs of each class are measured alone as well as in their round, and where the
/// upper end of the interval of their inflation passes the tolerance, the rounds are thinned until it does
/// not. Pairs that come out slow for their class are measured again with no other pair on their hosts.
class RoundSchedule final : public PlaneSchedule {
  public:
    /// `tell`: takes the lines for the user, on every rank.
    RoundSchedule(const RoundVisits& visits, const RoundPlan& plan, Progress& progress,
                  std::function<void(const std::string&)> tell)
        : visits_(visits), plan_(plan), progress_(progress), tell_(std::move(tell)) {}

    [[nodiscard]] Side holder() const noexcept override { return visits_.holder(); }
    [[nodiscard]] std::string plan() const override;
    [[nodiscard]] std::int64_t parts(int /*ranks*/) const noexcept override { return plan_.positions(); }
    void measure(const Stage& stage, const Shuffle& order, PlaneCells& cells) override;

    /// The looks at interference count as parts.
    [[nodiscard]] std::vector<std::int64_t> foreseen_parts(const std::vector<std::int64_t>& lengths,
                                                           int ranks) const override;
    void add_findings(RunDescription& run, MPI_Comm control) const override;
    [[nodiscard]] std::string account() const override;

  private:
    using Positions = std::set<std::int64_t>;
    /// Whether a look is due at that length when the longest of those before was at `checked_bytes`.
    [[nodiscard]] static bool is_due(std::int64_t length_bytes, std::int64_t checked_bytes) noexcept;
    [[nodiscard]] Positions settle_width(const Stage& stage, const Shuffle& order, PlaneCells& cells);
    [[nodiscard]] InterferenceTally look(const Stage& stage, RoundSample& sample, PlaneCells& cells,
                                         Positions& measured);
    void compare(const Stage& stage, const std::vector<SampledPosition>& sampled, PlaneCells& cells,
                 InterferenceTally& tally);
    void note(const InterferenceTally& tally);
    void tell_of_thinning(const Stage& stage, const InterferenceTally& tally, std::int64_t pairs_before);
    void meet_at(const Stage& stage, std::int64_t position, std::int64_t visits_left, PlaneCells& cells);
    void remeasure_suspects(const Stage& stage, PlaneCells& cells);

    RoundVisits visits_;
    RoundPlan plan_;
    Progress& progress_;
    std::function<void(const std::string&)> tell_;
    std::int64_t checked_bytes_ = -1;  ///< longest length at which was looked
    /// By PairClass: the worst that was borne.
    std::array<Interference, all_pair_classes.size()> interference_;
    std::string thinnings_;  ///< lines that tell why, for the run's history
    std::int64_t remeasured_ = 0;
    std::int64_t left_as_measured_ = 0;  ///< suspects beyond the batches
};

}  // namespace fabricmap::network_test
