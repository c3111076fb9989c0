// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace fabricmap::tracing {

/// What a function does, as far as the reading of traces tells functions apart.
enum class CallKind : std::uint8_t {
    message,      ///< sends, receives, or both
    completion,   ///< waits for requests, tests, starts or frees them
    probe,        ///< looks for a message
    collective,   ///< all processes of a communicator or window take part
    persistent,   ///< prepares a collective operation, which MPI_Start begins
    one_sided,    ///< puts, gets or updates memory of another process
    window_sync,  ///< synchronises accesses to a window or to symmetric memory
    lock,         ///< takes a lock of OpenSHMEM, or gives it back
    signal,       ///< waits until another process writes
    file,         ///< opens, reads, writes or closes a file
    other,
};

/// A function that is recorded. The table of them is compiled into the recorder, whose wrappers are generated
/// from it, and into what reads traces.
struct FunctionInfo {
    std::string_view name;  ///< "MPI_Send"
    CallKind kind = CallKind::other;
    std::string_view op_type;      ///< as in a trace's records; empty of functions that make none
    std::string_view parameters;   ///< as in C
    std::string_view before;       ///< statements of the wrapper before the call, of its Call
    std::string_view after;        ///< and after one that succeeded
    int fortran_arguments = -1;    ///< where they are not those of C and the error code; 0: no Fortran entry
    std::string_view result = {};  ///< what functions of OpenSHMEM return; empty: an error code of MPI

    [[nodiscard]] bool is_of_mpi() const noexcept { return result.empty(); }
};

/// The functions for messages and requests.
[[nodiscard]] std::span<const FunctionInfo> message_functions() noexcept;
[[nodiscard]] std::span<const FunctionInfo> request_functions() noexcept;
/// Blocking, non-blocking, persistent and neighbourhood collectives.
[[nodiscard]] std::span<const FunctionInfo> collective_functions();
/// What makes and frees communicators.
[[nodiscard]] std::span<const FunctionInfo> communicator_functions() noexcept;
/// What makes and frees windows and their memory, accesses and synchronises them.
[[nodiscard]] std::span<const FunctionInfo> window_functions();
/// MPI-IO.
[[nodiscard]] std::span<const FunctionInfo> file_functions() noexcept;
/// OpenSHMEM, but for what begins and ends it.
[[nodiscard]] std::span<const FunctionInfo> openshmem_functions();
/// MPI_Init and the like, whose wrappers are written by hand.
[[nodiscard]] std::span<const FunctionInfo> lifetime_functions() noexcept;

/// All functions. Their positions are the numbers that a recorder writes, beside their names.
[[nodiscard]] const std::vector<FunctionInfo>& all_functions();

/// The function of that name; nothing where there is none.
[[nodiscard]] const FunctionInfo* find_function(std::string_view name);

}  // namespace fabricmap::tracing
