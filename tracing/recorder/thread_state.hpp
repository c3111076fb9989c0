// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recorder/preload/this_thread.hpp"

#include <atomic>
#include <bitset>
#include <cstddef>
#include <cstdint>

namespace fabricmap::tracing {

/// A function of the table, by its position.
enum class FunctionNumber : std::uint32_t {};

inline constexpr std::size_t max_functions = 2048;

/// What all threads look at before each call.
struct RecordingState {
    std::atomic<bool> is_on{false};
    /// Nothing is written, but what comes and goes is kept account of: MPI_Pcontrol(0).
    std::atomic<bool> is_paused{false};
    std::bitset<max_functions> skipped;
};
extern constinit RecordingState recording_state;

[[nodiscard, gnu::always_inline]] inline bool is_recording() noexcept {
    return recording_state.is_on.load(std::memory_order_relaxed);
}

[[nodiscard]] inline bool is_paused() noexcept {
    return recording_state.is_paused.load(std::memory_order_relaxed);
}

[[nodiscard, gnu::always_inline]] inline bool is_skipped(FunctionNumber function) noexcept {
    return recording_state.skipped[static_cast<std::size_t>(function)];
}

/// Gives this thread a recorder. False where there is no memory for one.
[[nodiscard]] bool begin_thread() noexcept;

}  // namespace fabricmap::tracing
