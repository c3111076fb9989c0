// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/request/options.hpp"
#include "collective_test/visits/cell_plan.hpp"
#include "collective_test/visits/visit_log.hpp"
#include "netcdf_schema/collectives/collective_run.hpp"

#include <string>
#include <vector>

namespace fabricmap::collective_test {

/// A row for each cell of the sweep: median and interval over its visits, and what is to be known of them.
[[nodiscard]] std::string table_text(const CollectiveRun& run, const std::vector<CollectiveCell>& cells,
                                     const VisitLog& log);

/// "start error: waits of 0, 4 and 4 us read 0.1, 4.0 and 4.1 us", on so many ranks; empty where none were
/// visited.
[[nodiscard]] std::string start_error_text(const CollectiveRun& run, int ranks, const VisitLog& log);

/// Lines on what the time did not suffice for.
[[nodiscard]] std::vector<std::string> notes_on_unfinished(const Options& options,
                                                           const std::vector<CollectiveCell>& cells,
                                                           const VisitLog& log);

/// A line for each operation of which something was left out: how many cells, and why.
[[nodiscard]] std::vector<std::string> notes_on_left_out(const CollectiveRun& run,
                                                         const std::vector<LeftOut>& left_out);

}  // namespace fabricmap::collective_test
