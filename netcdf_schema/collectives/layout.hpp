// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/collectives/collective_run.hpp"
#include "netcdf_schema/file/netcdf_file.hpp"

#include <array>
#include <vector>

namespace fabricmap {

/// How a CollectiveRun and its visits lie in PREFIX_collectives.nc; the one place that knows. Private to this
/// room. Layout: docs/formats.md.

inline constexpr int collectives_version = 1;

/// A variable of the file that has some values for each visit. `member` is where they stand in a visit.
template <typename Member>
struct VisitVariable {
    const char* name;
    const char* long_name;
    const char* units;  ///< empty for what is a code
    Member& (*member)(CollectiveVisit& visit);
};

using VisitInteger = VisitVariable<int>;
using VisitLength = VisitVariable<std::int64_t>;
using VisitTime = VisitVariable<double>;
using RunTimes = VisitVariable<std::vector<double>>;
using RankTimes = VisitVariable<std::vector<float>>;

inline constexpr std::array visit_integers{
    VisitInteger{"operation", "operation", "", [](CollectiveVisit& v) -> int& { return v.cell.operation; }},
    VisitInteger{"mock_up", "calls in the operation's place; -1 none", "",
                 [](CollectiveVisit& v) -> int& { return v.cell.mock_up; }},
    VisitInteger{"algorithm", "algorithm that was forced; -1 none", "",
                 [](CollectiveVisit& v) -> int& { return v.cell.algorithm; }},
    VisitInteger{"pass", "number of the pass over all cells", "1",
                 [](CollectiveVisit& v) -> int& { return v.pass; }},
    VisitInteger{"ranks", "ranks that took part", "1",
                 [](CollectiveVisit& v) -> int& { return v.cell.ranks; }},
    VisitInteger{"root", "rank of the job that is the root; -1 none", "1",
                 [](CollectiveVisit& v) -> int& { return v.cell.root; }},
    VisitInteger{"compute_step", "number of the amount of work between start and wait; -1 none", "1",
                 [](CollectiveVisit& v) -> int& { return v.cell.compute_step; }},
};

inline constexpr std::array visit_lengths{
    VisitLength{"message_length", "message length, of a rank's block or of the buffer", "byte",
                [](CollectiveVisit& v) -> std::int64_t& { return v.cell.message_length; }},
    VisitLength{"total_length", "bytes that the operation hands to ranks, all together", "byte",
                [](CollectiveVisit& v) -> std::int64_t& { return v.total_length; }},
};

inline constexpr std::array visit_times{
    VisitTime{"slot_s", "time between the starts of two runs; 0 without slots", "s",
              [](CollectiveVisit& v) -> double& { return v.slot_s; }},
    VisitTime{"compute_s", "work between start and wait, as calibrated", "s",
              [](CollectiveVisit& v) -> double& { return v.compute_s; }},
    VisitTime{"clock_error_s", "largest error between the common times of two ranks", "s",
              [](CollectiveVisit& v) -> double& { return v.clock_error_s; }},
};

inline constexpr std::array run_times{
    RunTimes{"completion", "latest end less the agreed start", "s",
             [](CollectiveVisit& v) -> std::vector<double>& { return v.completion; }},
    RunTimes{"longest", "most time that a rank spent in the call", "s",
             [](CollectiveVisit& v) -> std::vector<double>& { return v.longest; }},
    RunTimes{"lateness", "latest start less the agreed start", "s",
             [](CollectiveVisit& v) -> std::vector<double>& { return v.lateness; }},
    RunTimes{"init", "most time in the call that starts the operation", "s",
             [](CollectiveVisit& v) -> std::vector<double>& { return v.init; }},
    RunTimes{"computed", "most time that the work between took", "s",
             [](CollectiveVisit& v) -> std::vector<double>& { return v.computed; }},
    RunTimes{"wait", "most time in the call that waits", "s",
             [](CollectiveVisit& v) -> std::vector<double>& { return v.wait; }},
};

inline constexpr std::array rank_times{
    RankTimes{"finish_median", "median over the runs of a rank's end less the agreed start", "s",
              [](CollectiveVisit& v) -> std::vector<float>& { return v.finish_median; }},
    RankTimes{"finish_min", "least of a rank's ends less the agreed start", "s",
              [](CollectiveVisit& v) -> std::vector<float>& { return v.finish_min; }},
    RankTimes{"finish_max", "largest of a rank's ends less the agreed start", "s",
              [](CollectiveVisit& v) -> std::vector<float>& { return v.finish_max; }},
    RankTimes{"lateness_median", "median over the runs of a rank's start less the agreed start", "s",
              [](CollectiveVisit& v) -> std::vector<float>& { return v.lateness_median; }},
};

/// Variables that no table has, for they are of another type in a visit.
inline constexpr const char* purpose_variable = "purpose";
inline constexpr const char* last_rank_variable = "last_rank";
/// Last in the record: 0 until all of the visit is there.
inline constexpr const char* record_time_variable = "record_time";

/// Visits that are written, and read, at once.
inline constexpr std::size_t visits_at_once = 64;

/// Defines and writes the header of a file in define mode; afterwards the file is in data mode and holds no
/// visit. Attributes that change later have their full size from the start.
void write_collectives_header(NetcdfFile& file, const CollectiveRun& run);

/// Throws FileError where the file is none of collective operations, has a newer version, or lacks what
/// readers need.
void require_known_collectives(const NetcdfFile& file);
[[nodiscard]] CollectiveRun read_collectives_header(const NetcdfFile& file);

/// How many visits the file has, complete or not. Throws FileError where it is cut off.
[[nodiscard]] std::size_t visit_records(const NetcdfFile& file);
/// Those from `first` on, in the file's order; those that are not complete have a record_time of 0. Throws
/// FileError where an index points at nothing.
[[nodiscard]] std::vector<CollectiveVisit> read_visit_records(const NetcdfFile& file,
                                                              const CollectiveRun& run, std::size_t first,
                                                              std::size_t count);

}  // namespace fabricmap
