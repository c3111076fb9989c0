// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/progress.hpp"
#include "network_test/engine/interference_check.hpp"
#include "network_test/engine/plane_schedule.hpp"
#include "network_test/engine/round_account.hpp"
#include "network_test/engine/round_visits.hpp"
#include "network_test/engine/round_widths.hpp"
#include "network_test/schedule/round_plan.hpp"

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap::network_test {

/// Many disjoint pairs at a time, round after round. On the way it looks whether pairs that are measured at
/// once disturb each other, and where the upper end of the interval of their inflation passes the tolerance,
/// the rounds are thinned until it does not, as far as there is time. Pairs that come out slow or imprecise
/// are measured again beside fewer others, and at last alone.
class RoundSchedule final : public PlaneSchedule {
  public:
    /// `tell`: takes the lines for the user, on every rank.
    RoundSchedule(const RoundVisits& visits, const RoundPlan& plan, SweepProgress& progress,
                  std::function<void(const std::string&)> tell)
        : visits_(visits), plan_(plan), progress_(progress), report_(std::move(tell)) {}

    [[nodiscard]] Side holder() const noexcept override { return visits_.holder(); }
    [[nodiscard]] std::string plan() const override;
    [[nodiscard]] std::int64_t parts(int /*ranks*/) const noexcept override { return plan_.positions(); }
    void measure(const Stage& stage, const Shuffle& order, PlaneCells& cells) override;
    void run_trial(const Stage& stage, const Shuffle& excerpt, PlaneCells& cells) override;

    /// Settles how many pairs may be measured at once.
    void calibrate(const Stage& stage, const Shuffle& order) override;
    /// With the usual effort the looks at interference count as parts, and the time that stays for suspects.
    [[nodiscard]] std::vector<std::int64_t> estimated_parts(const std::vector<std::int64_t>& lengths,
                                                            int ranks, Effort effort) const override;
    [[nodiscard]] std::int64_t changes() const noexcept override { return widths_.settled(); }
    void add_findings(RunDescription& run, MPI_Comm control) const override;
    [[nodiscard]] std::string account() const override;

  private:
    using Positions = std::set<std::int64_t>;
    /// Returns the positions that have been measured on the way.
    [[nodiscard]] Positions settle_width(const Stage& stage, const Shuffle& order, PlaneCells& cells);
    /// How many times the rounds may be thinned so that a plane of single samples fits into the time left:
    /// the number asked for at most, 1 where not at all.
    [[nodiscard]] std::int64_t affordable_thinning(const Stage& stage, std::int64_t times) const;
    void report(const Stage& stage, const InterferenceTally& tally, std::int64_t pairs_at_once,
                const std::string& consequence);
    /// All positions but the measured ones. Returns what each visit was allowed at first.
    Nanoseconds meet_all(const Stage& stage, const Shuffle& positions, const Positions& measured,
                         PlaneCells& cells);
    /// Makes sure that the delays of short messages are known, where the stage's are long.
    void measure_short_delays(const Stage& stage, const Shuffle& order);
    void keep_short_delays(const Stage& stage, const PlaneCells& cells);
    void confirm(const Stage& stage, Nanoseconds visit, PlaneCells& cells);

    RoundVisits visits_;
    RoundPlan plan_;
    SweepProgress& progress_;
    std::function<void(const std::string&)> report_;
    RoundWidths widths_;
    RoundAccount account_;
    std::vector<double> short_delays_s_;  ///< by peer; empty while unknown
    std::int64_t short_length_bytes_ = 0;
};

}  // namespace fabricmap::network_test
