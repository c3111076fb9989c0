// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/message_lengths.hpp"
#include "collective_test/visits/cell_plan.hpp"
#include "collective_test/visits/visit_driver.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace fabricmap::collective_test {

/// What an operation takes at a length, and how wrong that may be; s.
struct TimeAtLength {
    double time_s = 0;
    double error_s = 0;
};

/// Enough lengths to draw the curve of times, ascending. A line through two of them predicts the next; where
/// that is right within a twentieth the stride doubles. Where it is not, the middle of the stride is measured
/// and compared with a line between its ends, and so on in either half until lines fit or the piece is a
/// sixteenth of its length. (After Lastovetsky, Rychkov and O'Flynn, MPIBlib, EuroPVM/MPI 2008, whose stride
/// is halved and gone back to.)
///
/// `unit`: lengths are multiples of it above the first. `time_at` gives nothing where the time is up, which
/// ends the search.
[[nodiscard]] std::vector<std::int64_t> adaptive_lengths(
    const LengthBounds& bounds, std::int64_t unit,
    const std::function<std::optional<TimeAtLength>(std::int64_t)>& time_at);

/// Finds the lengths of every operation, algorithm, number of ranks and root of a plan that has their ends
/// alone, by visits that count as the sweep's. The cells of all of them; on rank 0.
[[nodiscard]] std::vector<CollectiveCell> find_adaptive_cells(VisitDriver& driver, const PlanTerms& terms,
                                                              const CellPlan& plan);

}  // namespace fabricmap::collective_test
