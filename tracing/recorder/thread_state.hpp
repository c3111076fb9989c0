// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recorder/preload/this_thread.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace fabricmap::tracing {

/// A function of the table, by its position.
enum class FunctionNumber : std::uint32_t {};

inline constexpr std::size_t max_functions = 2048;

/// What all threads look at before each call. Wrappers are compiled with little optimisation: what they use
/// is such that it needs none.
struct RecordingState {
    bool is_on = false;  ///< set_recording, is_recording
    /// Whether it is clear by now that there is a recording, or none.
    std::atomic<bool> is_settled{false};
    /// Nothing is written, but what comes and goes is kept account of: MPI_Pcontrol(0).
    std::atomic<bool> is_paused{false};
    bool skipped[max_functions] = {};  // NOLINT(modernize-avoid-c-arrays)
};
extern constinit RecordingState recording_state;

[[nodiscard, gnu::always_inline]] inline bool is_recording() noexcept {
    return __atomic_load_n(&recording_state.is_on, __ATOMIC_RELAXED);
}
inline void set_recording(bool is_on) noexcept {
    __atomic_store_n(&recording_state.is_on, is_on, __ATOMIC_SEQ_CST);
}

[[nodiscard]] inline bool is_paused() noexcept {
    return recording_state.is_paused.load(std::memory_order_relaxed);
}

[[nodiscard, gnu::always_inline]] inline bool is_skipped(FunctionNumber function) noexcept {
    return recording_state.skipped[static_cast<std::size_t>(function)];
}

/// A function is called though nobody saw MPI begin, as where a library did that before the recorder was
/// there: begins the recording now, once. False where there is none.
[[nodiscard]] bool begin_late() noexcept;

/// Gives this thread a recorder. False where there is no memory for one.
[[nodiscard]] bool begin_thread() noexcept;

}  // namespace fabricmap::tracing
