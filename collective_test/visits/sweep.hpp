// SPDX-License-Identifier: Apache-2.0
// What is visited, one part after another. All of it on rank 0.
#pragma once

#include "collective_test/visits/cell_plan.hpp"
#include "collective_test/visits/visit_driver.hpp"

#include <vector>

namespace fabricmap::collective_test {

/// When the cells of a sweep have been visited enough.
[[nodiscard]] VisitRule visit_rule(const Options& options) noexcept;

/// Visits all cells in passes, in an order drawn anew for each, until each was visited enough or the time is
/// up.
void sweep_cells(VisitDriver& driver, const std::vector<CollectiveCell>& cells);

/// A visit of each of the waits.
void visit_waits(VisitDriver& driver, int ranks);

/// Those of the cells that need more visits.
[[nodiscard]] std::vector<CollectiveCell> open_cells(const Options& options, const VisitLog& log,
                                                     const std::vector<CollectiveCell>& cells);

}  // namespace fabricmap::collective_test
