// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/visits/cell_plan.hpp"
#include "collective_test/visits/visit_driver.hpp"

#include <string>

namespace fabricmap::collective_test {

/// Makes a trial run, and returns what --dry-run prints: cells, time, memory, size of the file. For rank 0.
///
/// The trial visits cells once, as many as a few seconds allow, and of these a sample until they are done.
/// The sample tells how much longer a cell takes than its first visit.
[[nodiscard]] std::string estimate_text(VisitDriver& driver, const PlanTerms& terms, const CellPlan& plan);

}  // namespace fabricmap::collective_test
