// SPDX-License-Identifier: Apache-2.0
// What the ranks of a group tell of the runs of a visit, brought together on the first of them.
#pragma once

#include "collective_test/start/series.hpp"
#include "netcdf_schema/collectives/collective_run.hpp"

#include <mpi.h>

#include <cstddef>
#include <span>
#include <vector>

namespace fabricmap::collective_test {

/// What is to be known of a visit beside its stamps.
struct RecordTerms {
    Nanoseconds slot = 0;
    int missed = 0;  ///< see SeriesRuns
    double clock_error_s = 0;
    int root = 0;           ///< in the group
    double barrier_ns = 0;  ///< the root's mean barrier, with CollectiveTiming::root
    CollectiveStart start = CollectiveStart::slots;
    CollectiveTiming timing = CollectiveTiming::global;
};

/// The record, on the first rank of the group; empty on the others. Called by all of them together.
[[nodiscard]] std::vector<double> gather_record(std::span<const RunStamps> runs, const RecordTerms& terms,
                                                MPI_Comm comm);

[[nodiscard]] std::size_t record_size(int runs, std::size_t ranks) noexcept;

/// The visit of such a record, but for what its order says. `members`: the group's ranks by their number in
/// the run, which has `run_ranks`. The record may be longer than its runs make it.
[[nodiscard]] CollectiveVisit read_record(std::span<const double> record, std::span<const int> members,
                                          std::size_t run_ranks);

/// How many runs of it were missed.
[[nodiscard]] int missed_runs_of(std::span<const double> record);

}  // namespace fabricmap::collective_test
