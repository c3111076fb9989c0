// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/visits/cell_plan.hpp"
#include "collective_test/visits/visit_driver.hpp"

#include <vector>

namespace fabricmap::collective_test {

/// The group of each rank of the job: so many groups of neighbouring endpoints, equal in size; -1 for those
/// that are left over or no endpoints.
[[nodiscard]] std::vector<int> equal_groups(const Roster& roster, std::size_t job_ranks, int groups);

/// Visits in which groups of ranks make the call at once, each on a communicator of its own: of the cells in
/// which all ranks take part. False where the time was up. On rank 0.
[[nodiscard]] bool visit_in_groups(VisitDriver& driver, const PlanTerms& terms,
                                   const std::vector<CollectiveCell>& cells);

}  // namespace fabricmap::collective_test
