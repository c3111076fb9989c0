// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/operations/operation.hpp"
#include "collective_test/request/options.hpp"
#include "measuring/roster.hpp"
#include "netcdf_schema/collectives/collective_run.hpp"

#include <string>
#include <vector>

namespace fabricmap::collective_test {

/// What was asked for and cannot be measured.
struct LeftOut {
    CollectiveCell cell;
    std::string reason;
};

/// What a sweep visits; the same on all ranks.
struct CellPlan {
    std::vector<CollectiveCell> cells;
    std::vector<LeftOut> left_out;
    BufferNeed largest;  ///< of a call that is made
};

/// What a plan is made for.
struct PlanTerms {
    const Options& options;
    const CollectiveRun& run;
    const std::vector<RankLocation>& locations;
    const Roster& roster;
    double allowed_bytes = -1;  ///< that a rank may use; negative: not known
    bool simulated = false;
};

/// The cells of a sweep. With adaptive lengths: those of the two ends. Throws UsageError where memory or the
/// MPI library allow none of what was asked for.
[[nodiscard]] CellPlan plan_cells(const PlanTerms& terms);

/// The cell, with its root, of an operation on that many ranks at a length that is not rounded yet.
[[nodiscard]] CollectiveCell cell_at(const CollectiveCell& cell, const CollectiveRun& run,
                                     std::int64_t message_length);

/// Why the cell cannot be measured; empty where it can.
[[nodiscard]] std::string reason_to_leave_out(const PlanTerms& terms, const CollectiveCell& cell);

/// All ranks that take part, waiting for 0, up and down: they show how well runs start.
[[nodiscard]] std::vector<CollectiveCell> start_error_cells(const CollectiveRun& run, int ranks);

}  // namespace fabricmap::collective_test
