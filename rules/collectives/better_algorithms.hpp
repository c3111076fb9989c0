// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/collectives/collective_run.hpp"
#include "tracing/model/trace.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::rules {

/// Collective operations of a trace that are alike, beside what was measured of such.
struct ComparedCollectives {
    std::string function;  ///< "MPI_Allreduce"
    std::int64_t length_bytes =
        0;  ///< the measured one that is nearest; of those that were not measured theirs
    int ranks = 0;
    std::uint64_t operations = 0;
    double seconds = 0;  ///< of all ranks, after the last had come
    bool is_measured = false;
    /// Of an algorithm that is faster than the library's choice beyond doubt; otherwise empty.
    std::string algorithm;  ///< "6/binomial"
    double factor = 1;      ///< of the time of the library's choice
    double gain = 0;        ///< seconds of all ranks, and between which two
    double min_gain = 0;
    double max_gain = 0;
    std::string setting;  ///< that makes the library take it
    /// Faster in the jobs that were measured, which are too few to say so of the machine; otherwise empty.
    std::string candidate;
    std::size_t candidate_jobs = 1;  ///< in which it is faster
};

/// A run of collective_test.
struct MeasuredJob {
    CollectiveRun run;
    std::vector<CollectiveVisit> visits;
};

/// Runs of one machine: what is faster is said of three jobs or more.
struct MeasuredCollectives {
    std::string label;
    std::vector<MeasuredJob> jobs;
};

/// By function, ranks and measured length, what is to be gained most first. A length counts as measured
/// where one at most twice as long or half as long was, with as many ranks.
[[nodiscard]] std::vector<ComparedCollectives> compare_collectives(const tracing::Trace& trace,
                                                                   const MeasuredCollectives& measured);

}  // namespace fabricmap::rules
