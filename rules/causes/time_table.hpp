// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/causes/placed_wait.hpp"
#include "rules/records/records.hpp"
#include "tracing/model/trace.hpp"

#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace fabricmap::rules {

/// Where a rank's time went, in seconds; the parts sum to the whole.
struct RankTime {
    std::int64_t rank = 0;
    double total = 0;
    double computation = 0;     ///< outside MPI
    std::vector<double> waits;  ///< by the rules, each second once: that of the first which counts it
    double transfer = 0;        ///< moving data, as long as that may take
    double files = 0;           ///< MPI-IO
    double library = 0;         ///< MPI_Init, MPI_Finalize and calls that move nothing
    double unexplained = 0;

    [[nodiscard]] double waited() const noexcept { return std::accumulate(waits.begin(), waits.end(), 0.0); }
};

/// Calls at a place that took longer than anything known explains.
struct UnexplainedCalls {
    std::string function;
    std::string place;
    std::set<std::int64_t> ranks;
    double seconds = 0;
};

struct TimeTable {
    std::vector<RankTime> ranks;                ///< empty where the trace does not tell of all calls
    std::vector<UnexplainedCalls> unexplained;  ///< the longest first

    [[nodiscard]] double unexplained_seconds() const noexcept {
        double sum = 0;
        for (const RankTime& rank : ranks) sum += rank.unexplained;
        return sum;
    }
};

/// `waits`: of each rule those that it found. A transfer may take three times what the map has for it, or
/// without one 0.1 ms and what 50 MB/s make of its bytes.
[[nodiscard]] TimeTable time_table(const tracing::Trace& trace, Records& records,
                                   const std::vector<std::span<const PlacedWait>>& waits);

}  // namespace fabricmap::rules
