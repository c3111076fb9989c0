// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/collectives/cell_times.hpp"
#include "netcdf_schema/collectives/collective_run.hpp"
#include "statistics/visits.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap {

/// What all visits of one cell say together. Times are seconds; NaN where they are unknown.
struct CellSummary {
    CollectiveCell cell;
    VisitPurpose purpose = VisitPurpose::sweep;
    std::int64_t total_length = 0;  ///< bytes
    std::size_t visits = 0;
    std::size_t runs = 0;
    std::size_t punctual = 0;
    bool all_count = false;  ///< of the runs, where too few were on time
    std::vector<double> visit_medians;
    ValueInterval time;  ///< median of the visits' medians, and its 95 % interval
    double minimum = 0;
    double maximum = 0;
    TrimmedMean mean;
    double deviation = 0;      ///< of the runs that count
    double lateness = 0;       ///< median over the runs
    int last_rank = no_index;  ///< that ended last most often
    double last_fraction = 0;  ///< of the runs in which it did
    double init = 0;           ///< of non-blocking operations: median over the runs
    double computed = 0;
    double wait = 0;
    double compute_s = 0;         ///< the work between start and wait, as calibrated
    double clock_error_s = 0;     ///< the largest of its visits
    bool is_start_error = false;  ///< more the error of starting together than the operation's time

    /// Whether the clocks may err by more than 5 % of the time.
    [[nodiscard]] bool is_coarse() const noexcept { return clock_error_s > 0.05 * time.value; }
};

/// Of all cells that were visited for that reason, in the order of cells: operation, mock-up, algorithm,
/// ranks, root, length.
[[nodiscard]] std::vector<CellSummary> summaries_of(const CollectiveRun& run,
                                                    const std::vector<CollectiveVisit>& visits,
                                                    VisitPurpose purpose = VisitPurpose::sweep);

/// Of visits of one cell; there is at least one.
[[nodiscard]] CellSummary summary_of(const std::vector<const CollectiveVisit*>& visits,
                                     CollectiveTiming timing);

/// By how much waits of known length are misread, at most; 0 where none were made.
[[nodiscard]] double start_error_of(const CollectiveRun& run, const std::vector<CollectiveVisit>& visits);

/// The names that the indices of a cell stand for; empty where there is none.
[[nodiscard]] std::string operation_of(const CollectiveRun& run, const CollectiveCell& cell);
[[nodiscard]] std::string mock_up_of(const CollectiveRun& run, const CollectiveCell& cell);
/// "6/binomial".
[[nodiscard]] std::string algorithm_of(const CollectiveRun& run, const CollectiveCell& cell);
/// The rank's host, or its number where the host is unknown; empty for no_index.
[[nodiscard]] std::string host_of_rank(const CollectiveRun& run, int rank);

}  // namespace fabricmap
