// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/collectives/cell_times.hpp"
#include "netcdf_schema/collectives/collective_run.hpp"
#include "statistics/visits.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace fabricmap {

/// How values are summarised.
struct SummaryTerms {
    double confidence = default_confidence;  ///< of intervals
    double trimmed = default_trimmed;        ///< of the runs on each side, of the trimmed mean
};

/// What all visits of one cell say together, in one job or several. Times are seconds; NaN where they are
/// unknown.
struct CellSummary {
    CollectiveCell cell;
    std::size_t jobs = 1;  ///< of more than one, each job has one value, and what is below is over jobs
    VisitPurpose purpose = VisitPurpose::sweep;
    std::int64_t total_length = 0;  ///< bytes
    std::size_t visits = 0;
    std::size_t runs = 0;
    std::size_t punctual = 0;
    bool all_count = false;                 ///< of the runs, where too few were on time
    std::vector<double> visit_medians;      ///< of several jobs: their values
    std::vector<std::size_t> job_of_value;  ///< of several jobs: which of them each of these is of
    ValueInterval time;  ///< median of the visits' medians, or of the jobs' values, and its interval
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
                                                    VisitPurpose purpose = VisitPurpose::sweep,
                                                    const SummaryTerms& terms = {});

/// Of visits of one cell; there is at least one.
[[nodiscard]] CellSummary summary_of(const std::vector<const CollectiveVisit*>& visits,
                                     CollectiveTiming timing, const SummaryTerms& terms = {});

/// A job's file.
struct JobOfCollectives {
    const CollectiveRun& run;
    const std::vector<CollectiveVisit>& visits;
};

/// The cells of the first job's sweep, in its indices, over all jobs in which a cell of that name was
/// measured. Visits of a job resemble each other more than jobs do: with several jobs the unit is the job.
[[nodiscard]] std::vector<CellSummary> summaries_over_jobs(std::span<const JobOfCollectives> jobs,
                                                           const SummaryTerms& terms = {});

/// What a cell is called in every file: operation, mock-up, algorithm, ranks, root, length.
using CellName = std::tuple<std::string, std::string, std::string, int, int, std::int64_t>;
[[nodiscard]] CellName name_of_cell(const CollectiveRun& run, const CollectiveCell& cell);

/// Whether the first takes longer than the second by more than `min_ratio`, by their intervals or, where one
/// has none, by the extremes of its values; false where one has fewer than five.
[[nodiscard]] bool is_surely_longer(const CellSummary& longer, const CellSummary& shorter, double min_ratio);

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
