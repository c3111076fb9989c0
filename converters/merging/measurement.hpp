// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/cell_statistics.hpp"
#include "netcdf_schema/run/run.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::converters {

/// Runs of one job, as those of a check: they count as one.
struct Measurement {
    std::vector<Run> runs;
    std::vector<std::vector<std::size_t>> endpoints;  ///< of each run, for each rank its number in the map
    double finished_s = 0;                            ///< since 1970
};

/// What a map is made of.
struct MeasuredPairs {
    std::vector<Measurement> measurements;  ///< the newest first
    std::vector<RankLocation> ranks;        ///< of the map: by host, and on it in their order
    std::vector<std::size_t> host_of;       ///< of each of these
    std::vector<std::string> hosts;
    std::vector<std::int64_t> lengths;  ///< bytes
    std::vector<std::string> left_out;  ///< runs that cannot be merged with the newest, and why

    [[nodiscard]] std::size_t rank_count() const noexcept { return ranks.size(); }
};

/// Opens the runs, a list for each job. Those that differ from the newest in mode, timing, memory, MPI
/// library, lengths or ranks of a host are left out, and jobs that ended before that time (since 1970).
/// Throws UsageError where none is left, or one is not of pairs.
[[nodiscard]] MeasuredPairs open_measurements(const std::vector<std::vector<std::string>>& jobs,
                                              double earliest_s);

/// Ranks × ranks of the map, at the length with the number k: of each pair the median of the run that is in
/// the middle; NaN where none has one above 0.
[[nodiscard]] Matrix medians_of(const Measurement& measurement, std::size_t k, std::size_t ranks);

/// The same with all that this run knows of the pair, sender-major.
[[nodiscard]] std::vector<CellStatistics> cells_of(const Measurement& measurement, std::size_t k,
                                                   std::size_t ranks);

}  // namespace fabricmap::converters
