// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/reading/recording.hpp"
#include "tracing/reading/source_lines.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::tracing {

/// Calls of one place that were made by way of these functions of the program.
struct CallerLine {
    std::string
        callers;  ///< "barrier (wrap.c:4) < solve (solver.c:118)", as far as paths have to be told apart
    std::uint64_t calls = 0;
    double seconds = 0;
    double imbalance = 0;
};

/// Calls of one function, or of one function at one place.
struct ProfileLine {
    std::string function;
    std::string place;  ///< empty where places are put together
    std::uint64_t calls = 0;
    double seconds = 0;            ///< in the calls, over all ranks
    std::uint64_t sent_bytes = 0;  ///< as messages, puts and contributions to collectives
    /// Time of the rank with the longest over the mean of all ranks, less 1.
    double imbalance = 0;
    std::vector<CallerLine> callers = {};  ///< of a place that is reached by several paths; the longest first
};

/// A phase, whatever stands within it included.
struct PhaseLine {
    std::string name;
    std::uint64_t entries = 0;         ///< over all ranks
    double seconds = 0;                ///< over all ranks
    double communication_seconds = 0;  ///< of these in recorded calls
    /// Time of the rank with the longest over the mean of all ranks, less 1.
    double imbalance = 0;
};

/// The call that a rank was in when its recording ends without an end.
struct OpenCallLine {
    int rank = 0;
    std::string function;
    std::string place;
    double since_s = 0;     ///< of the common time
    double observed_s = 0;  ///< how long it had lasted when the file was written last
};

/// Where the time of a run went.
struct Profile {
    std::vector<ProfileLine> functions;  ///< the longest first
    std::vector<ProfileLine> places;
    std::vector<PhaseLine> phases;  ///< in the order in which they begin
    std::vector<OpenCallLine> open_calls;
    double seconds = 0;                ///< of the run
    double communication_seconds = 0;  ///< summed over ranks
    double process_seconds = 0;        ///< of the ranks' recordings together
    double thread_seconds = 0;  ///< with what further threads add to it, from their first to their last calls
    double clock_error_s = 0;   ///< how wrong the time of a rank may be
    std::uint64_t calls = 0;
    std::uint64_t records = 0;  ///< polls in a row are one
    std::uint64_t damaged_threads = 0;
};

[[nodiscard]] Profile profile_of(const Recording& recording, SourceLines& lines);

/// The run in a line: program, ranks, hosts, time and what of it was spent in MPI; then what is missing of
/// it.
[[nodiscard]] std::string describe_run(const Recording& recording, const Profile& profile);

/// As it is printed. `max_places`: how many places are listed.
[[nodiscard]] std::string describe_profile(const Recording& recording, const Profile& profile,
                                           std::size_t max_places);

}  // namespace fabricmap::tracing
