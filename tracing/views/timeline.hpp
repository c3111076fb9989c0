// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/trace.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace fabricmap::tracing {

/// A call of a process, put together from the records that tell of it.
struct TimelineCall {
    int rank = 0;
    int lane = 0;  ///< calls of one rank and lane do not overlap: a thread, as far as times show
    double start = 0;
    double finish = 0;
    std::string_view function;  ///< valid as long as the trace
    std::string_view place;
    std::string_view caller;  ///< of the function that calls
    double thread = -1;       ///< of the rank, where it has several
    /// The record of polls or of an access to a file that the call is.
    std::optional<std::size_t> poll = {};
    std::optional<std::size_t> file_access = {};
};

/// What a record says of a call.
enum class MarkKind : std::uint8_t {
    send,           ///< that ends with its call
    send_start,     ///< that another call completes
    send_complete,  ///< the call that does
    receive,        ///< likewise
    receive_start,
    receive_complete,
    collective,
    access,
    access_complete,  ///< some call ends at its time
    lock_acquire,
    lock_release,
    exposure_post,
    exposure_wait,
    exposure_start,
    exposure_complete,
    signal,
};

struct Mark {
    MarkKind kind = MarkKind::send;
    std::size_t call = 0;    ///< position in Timeline::calls
    std::size_t record = 0;  ///< of the table that the kind belongs to
};

/// The operations of a trace as calls, rank by rank, for formats that show them along the time.
struct Timeline {
    std::vector<TimelineCall> calls;  ///< by rank, lane and start
    std::vector<Mark> marks;          ///< by calls
    std::vector<int> lanes;           ///< how many, by rank; at least one
};

[[nodiscard]] Timeline timeline_of(const Trace& trace);

}  // namespace fabricmap::tracing
