// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/strings.hpp"
#include "tracing/model/trace.hpp"
#include "tracing/reading/collective_blocks.hpp"
#include "tracing/reading/rank_clock.hpp"
#include "tracing/reading/recording.hpp"
#include "tracing/reading/source_lines.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace fabricmap::tracing {

inline constexpr double never = std::numeric_limits<double>::quiet_NaN();

/// A call with its times in seconds of the common clock.
struct TimedCall {
    double start = 0;
    double finish = 0;
    StringId function = no_string;
    StringId place = no_string;
    StringId phase = no_string;   ///< the innermost of its thread
    std::int32_t rank = 0;        ///< of MPI_COMM_WORLD
    StringId caller = no_string;  ///< in the program, of the function that calls
    std::int32_t thread = -1;     ///< of the rank; -1 where it has one alone
};

/// The fields that say where in a process a call comes from, beside its place.
struct OriginFields {
    FieldIndex caller;
    FieldIndex thread;
};
inline void set_origin(RecordTable& table, const OriginFields& fields, std::size_t record,
                       const TimedCall& call) {
    table.set(fields.caller, record, call.caller);
    if (call.thread >= 0) table.set(fields.thread, record, static_cast<double>(call.thread));
}

/// What waits for something: a call, or polls in a row from the first to the one that found it.
struct Waiting {
    double start = never;
    double finish = never;
    StringId place = no_string;
};

/// One side of a message. What is to be matched is equal on both.
struct MessageSide {
    TimedCall call;
    std::uint32_t group = 0;  ///< position in Events::groups: the communicator
    std::int32_t peer = -1;   ///< rank of MPI_COMM_WORLD; -1: not known
    std::int32_t tag = 0;
    std::int64_t bytes = 0;
    double order = 0;  ///< when it was posted, or matched by a probe
    Waiting wait = {};
    bool is_cancelled = false;
    bool is_completed = true;  ///< of a receive: what it got is known
    std::uint32_t probe =
        0;  ///< of a receive whose message a probe found: the probe's position in Events::probes, + 1
};

/// A process's part of a collective operation.
struct CollectivePart {
    TimedCall call;
    std::uint32_t group = 0;          ///< its communicator or window
    std::int32_t own_rank = 0;        ///< in it
    std::int32_t root = -1;           ///< rank of MPI_COMM_WORLD
    StringId group_name = no_string;  ///< where that is not the one of its group
    bool is_beside_root = false;      ///< of an intercommunicator: takes no part, and does not say who does
    std::int64_t bytes = 0;
    Waiting wait = {};               ///< for one that is non-blocking
    std::uint32_t open_members = 0;  ///< of a call that never ended: how many it waits for
};

struct Access {
    TimedCall call;
    std::uint32_t group = 0;
    std::int32_t target = -1;
    std::int64_t bytes = 0;
    Waiting completing = {};
    MemoryPlace written = {};  ///< of OpenSHMEM's puts and atomic operations
};

/// A wait until another process writes to a place in the own memory.
struct SignalWait {
    TimedCall call;
    MemoryPlace watched;
};

/// A lock of a window, from the call that took it to the one that gave it back.
struct LockHeld {
    TimedCall call;
    std::uint32_t group = 0;
    std::int32_t owner = -1;
    bool is_exclusive = false;
    double release_start = never;
    double release_finish = never;
    std::string name = {};  ///< empty of a window's
    StringId release_place = no_string;

    void give_back(const TimedCall& by) noexcept {
        release_start = by.start;
        release_finish = by.finish;
        release_place = by.place;
    }
};

/// Probes and tests in a row.
struct Poll {
    TimedCall call;
    std::string_view type;
    std::uint32_t group = 0;
    bool has_group = false;
    std::int32_t source = -1;
    std::int32_t tag = 0;
    std::int64_t bytes = 0;
    std::uint64_t count = 1;
    bool has_found = false;
    double inside = 0;  ///< seconds
};

/// A call of MPI-IO.
struct FileAccess {
    TimedCall call;
    StringId file = no_string;
    std::int64_t bytes = -1;  ///< of reads and writes
};

/// All calls of a function that a rank makes at a place.
struct CallSite {
    StringId function = no_string;
    StringId place = no_string;
    std::int32_t rank = 0;
    std::uint64_t calls = 0;
    double inside_s = 0;
    std::uint64_t bytes = 0;  ///< sent
};

/// A phase of a thread.
struct Region {
    StringId name = no_string;
    std::int32_t rank = 0;
    double start = 0;
    double finish = 0;
};

/// What MPI_Win_post or MPI_Win_start opens, until MPI_Win_wait or MPI_Win_complete closes it.
struct Epoch {
    TimedCall opening;
    std::uint32_t group = 0;          ///< the window
    std::vector<std::int32_t> peers;  ///< ranks of MPI_COMM_WORLD that it is opened for
    double closing_start = never;
    double closing_finish = never;
    StringId closing_place = no_string;

    void close(const TimedCall& by) noexcept {
        closing_start = by.start;
        closing_finish = by.finish;
        closing_place = by.place;
    }
};

/// The calls of a run, sorted by what they are, with the names of everything.
struct Events {
    std::vector<MessageSide> sends;
    std::vector<MessageSide> receives;
    std::vector<Waiting> probes;
    std::vector<CollectivePart> collectives;
    std::vector<Access> accesses;
    std::vector<LockHeld> locks;
    std::vector<SignalWait> signals;
    std::vector<Region> regions;
    std::vector<Poll> polls;
    std::vector<FileAccess> file_accesses;
    std::vector<CallSite> call_sites;
    std::vector<Epoch> exposures;  ///< of targets, in the order of their openings on each rank
    std::vector<Epoch> starts;     ///< of origins
    CollectiveBlocks blocks;
    std::vector<std::string> groups;                           ///< names of communicators and windows
    std::vector<int> hiding_ranks;                             ///< whose calls are missing, ascending
    std::map<std::uint32_t, std::vector<int>> hiding_members;  ///< of groups, those among their members
    std::uint64_t cancelled = 0;
    std::uint64_t ends_without_begin = 0;  ///< of phases
    std::uint64_t damaged_threads = 0;     ///< whose calls make no sense from some point on
    double communication_seconds = 0;
};

/// That its calls are missing.
[[nodiscard]] inline bool hides_calls(const Events& events, int rank) {
    return std::binary_search(events.hiding_ranks.begin(), events.hiding_ranks.end(), rank);
}

/// Reads all calls. Strings are those of a trace that is made of them.
[[nodiscard]] Events events_of(const Recording& recording, const std::vector<RankClock>& clocks,
                               SourceLines& lines, Strings& strings);

}  // namespace fabricmap::tracing
