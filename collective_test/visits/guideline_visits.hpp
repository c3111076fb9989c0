// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/visits/cell_plan.hpp"
#include "collective_test/visits/visit_driver.hpp"

#include <vector>

namespace fabricmap::collective_test {

/// Visits the cells' calls and what could take their place, in turn: six times each, and where the call is
/// slower by over a twentieth in the median of these, twelve times anew. Whoever looks for violations takes
/// the latter alone: the former were chosen for being high.
///
/// Call and mock-up of a pair have the same purpose and pass, which no other pair has. False where the time
/// was up before all were visited. On rank 0.
[[nodiscard]] bool visit_guidelines(VisitDriver& driver, const PlanTerms& terms,
                                    const std::vector<CollectiveCell>& cells);

/// The ratios of the first to the second, of the passes that both have.
[[nodiscard]] std::vector<double> paired_ratios(const std::map<int, double>& calls,
                                                const std::map<int, double>& mock_ups);

}  // namespace fabricmap::collective_test
