// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/progress.hpp"
#include "network_test/engine/delay_limits.hpp"
#include "network_test/engine/plane_cells.hpp"
#include "network_test/engine/round_visits.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace fabricmap::network_test {

/// How many measurements of a plane a round had left in doubt, and what became of them.
struct ConfirmationTally {
    std::int64_t remeasured = 0;   ///< again, alone or beside others
    std::int64_t alone = 0;        ///< of these, those that only a measurement alone could settle
    std::int64_t unconfirmed = 0;  ///< the time did not suffice

    friend bool operator==(const ConfirmationTally&, const ConfirmationTally&) = default;
};

/// Measures again what came out slow or imprecise in a round: contention depends on the other pairs that are
/// measured at the same time, a slow part does not. Each time the pairs are beside others, and fewer of them;
/// in the end they are alone.
///
/// A new measurement that is neither slow nor imprecise stands, because only contention explains the one
/// before; so does one that is only imprecise, where it agrees with another. What stays slow is measured
/// alone. Where that would take longer than the rounds did, as behind a slow switch, the mean of the two
/// least measurements stands, if they agree. All ranks make a confirmation together.
class Confirmation {
  public:
    struct Subject {
        const Stage& stage;
        const DelayLimits& limits;
        std::span<const double> short_delays_s;  ///< by peer, or empty
        std::int64_t pairs_at_once;              ///< in the rounds
        Nanoseconds visit;                       ///< what a visit was allowed in the rounds
        std::int64_t max_alone;                  ///< so many visits alone are worth their time
        /// Whether pairs of a round are known to disturb few others. Otherwise what is slow is not known
        /// either, and no measurement is confirmed that was made beside others, fewer of them included.
        bool rounds_are_trusted;
    };

    /// All must outlive it.
    Confirmation(RoundVisits& visits, const Subject& subject, SweepProgress& progress,
                 PlaneCells& cells) noexcept
        : visits_(visits), subject_(subject), progress_(progress), cells_(cells) {}

    /// Returns the sums over all ranks.
    [[nodiscard]] ConfirmationTally run();

    /// Two medians agree up to this ratio of theirs, less 1.
    static constexpr double agreement = 0.05;

  private:
    [[nodiscard]] RankPair pair_with(int peer) const noexcept;
    [[nodiscard]] bool is_slow(int peer, const CellStatistics& cell) const noexcept;
    [[nodiscard]] bool is_in_doubt(int peer, const CellStatistics& cell) const noexcept;
    /// Visits all pairs in doubt once more. Returns whether there was time for all.
    bool remeasure(std::int64_t pairs_at_once);
    [[nodiscard]] std::int64_t affordable_batches(std::int64_t wanted) const;
    void judge(int peer, bool alone);
    /// Settles those whose two least measurements agree, where all alone would take too long.
    void settle_by_agreement();
    void settle(int peer, const CellStatistics& cell, bool alone);
    void leave_unconfirmed();

    RoundVisits& visits_;
    Subject subject_;
    SweepProgress& progress_;
    PlaneCells& cells_;
    /// The measurements so far of the cells in doubt, by peer.
    std::map<int, std::vector<CellStatistics>> doubts_;
    ConfirmationTally tally_;
};

}  // namespace fabricmap::network_test
