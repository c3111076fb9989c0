// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/visits/visit_driver.hpp"

#include <vector>

namespace fabricmap::collective_test {

/// Work of that step: none in the first, twice the operation's own time in the last.
[[nodiscard]] double work_of_step_s(double pure_s, int step, std::int64_t steps) noexcept;

/// Visits the non-blocking ones of the cells with work between start and wait, from none to twice what the
/// operation takes alone. False where the time was up before all had their visits. On rank 0.
[[nodiscard]] bool visit_with_work(VisitDriver& driver, const std::vector<CollectiveCell>& cells);

}  // namespace fabricmap::collective_test
