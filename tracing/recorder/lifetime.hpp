// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recorder/call.hpp"
#include "tracing/recorder/entries.hpp"

namespace fabricmap::tracing {

// The positions in the table of what begins and ends a recording.
inline constexpr FunctionNumber number_of_init{0};
inline constexpr FunctionNumber number_of_init_thread{1};
inline constexpr FunctionNumber number_of_finalize{2};
inline constexpr FunctionNumber number_of_control{4};
inline constexpr FunctionNumber number_of_pes_init{5};
inline constexpr FunctionNumber number_of_pes_init_thread{6};
inline constexpr FunctionNumber number_of_start_pes{7};
inline constexpr FunctionNumber number_of_pes_finalize{8};

/// Nothing of the recorder's own calls is the program's.
class Hidden {
  public:
    Hidden() noexcept { ++this_thread.depth; }
    Hidden(const Hidden&) = delete;
    Hidden& operator=(const Hidden&) = delete;
    ~Hidden() { --this_thread.depth; }
};

[[nodiscard]] inline bool is_inside() noexcept {
    return !is_of_program();
}

/// A call that begins MPI or OpenSHMEM and has returned.
struct BeginningCall {
    FunctionNumber function{};
    const void* place = nullptr;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
};

/// Begins the recording, unless it has begun, and records the call.
void begin_recording(const BeginningCall& beginning, bool is_threaded);
/// Records the call that is about to end MPI or OpenSHMEM, and ends the recording: all ranks come to it.
void end_recording(FunctionNumber function, const void* place);
/// The program ends without finalizing, as all others do: the recording is ended then.
void end_when_program_exits() noexcept;

}  // namespace fabricmap::tracing
