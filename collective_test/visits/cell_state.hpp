// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/visits/order.hpp"
#include "netcdf_schema/collectives/cell_times.hpp"
#include "netcdf_schema/collectives/collective_run.hpp"
#include "statistics/visits.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace fabricmap::collective_test {

/// How long the slots of a cell's next visit should be: a third longer than seven of eight runs took, at
/// most twice what a quarter took, but twice as long where over a quarter of the runs began late, and shorter
/// by a tenth at most where an eighth did. Long ones cost time, and caches their contents, so they grow no
/// further than to where a slot is surely not what makes runs late.
[[nodiscard]] Nanoseconds next_slot(const CollectiveVisit& visit, CollectiveTiming timing);

/// What is known of a cell from its visits.
class CellState {
  public:
    void add(const CollectiveVisit& visit, CollectiveTiming timing);

    [[nodiscard]] std::size_t visits() const noexcept { return visits_.size(); }
    /// Of the runs that count in each visit, in their order; s.
    [[nodiscard]] const std::vector<double>& medians() const noexcept { return times_.visit_medians; }
    [[nodiscard]] ValueInterval interval() const { return interval_over_visits(medians()); }
    /// For the next visit; 0 where there was none, and without slots.
    [[nodiscard]] Nanoseconds slot() const noexcept { return slot_; }
    /// Whether fewer than half of all runs began together, so that all of them count.
    [[nodiscard]] bool is_unpunctual() const noexcept { return times_.all_count; }
    /// Whether it is more that error of starting runs together than what was to be measured.
    [[nodiscard]] bool is_start_error(double start_error_s) const {
        return is_mostly_start_error(interval().value, times_, start_error_s);
    }
    [[nodiscard]] double clock_error_s() const noexcept { return clock_error_s_; }

  private:
    std::vector<CollectiveVisit> visits_;  ///< their times and latenesses alone
    CellTimes times_;
    Nanoseconds slot_ = 0;
    double clock_error_s_ = 0;
};

/// Whether the cell was visited enough. Visits of which no run counts are visits.
[[nodiscard]] inline bool is_done(const CellState& state, const VisitRule& rule) {
    return state.visits() >= rule.max_visits || needs_no_more_visits(state.medians(), rule);
}

/// What the visits of a purpose tell of their cells.
using CellStates = std::map<CollectiveCell, CellState>;

}  // namespace fabricmap::collective_test
