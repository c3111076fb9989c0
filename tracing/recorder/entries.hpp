// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recorder/left_calls.hpp"
#include "tracing/recorder/thread_state.hpp"

#include <span>

namespace fabricmap::tracing {

/// A function that is called in place of one of the MPI library.
struct Wrapper {
    const char* name = nullptr;   ///< of that one
    void* replacement = nullptr;  ///< what is called in its place
    void** real = nullptr;        ///< where its address goes
    bool is_fortran = false;      ///< calls a function of C, which has a wrapper
};

/// Those that are generated from the table of functions; those of what begins and ends MPI and OpenSHMEM.
[[nodiscard]] std::span<const Wrapper> generated_wrappers() noexcept;
[[nodiscard]] std::span<const Wrapper> lifetime_wrappers() noexcept;
[[nodiscard]] std::span<const Wrapper> pes_lifetime_wrappers() noexcept;

/// A Fortran entry that is being called. Those of Open MPI call PMPI_X: it tells the wrapper that comes who
/// called, unless a wrapper is running already.
class FortranCall {
  public:
    explicit FortranCall(const void* caller) noexcept {
        if (this_thread.jumped_at != 0) (void)end_left_call();
        before_ = this_thread.fortran_place;
        if (before_ == nullptr) this_thread.fortran_place = caller;
    }
    FortranCall(const FortranCall&) = delete;
    FortranCall& operator=(const FortranCall&) = delete;
    ~FortranCall() { this_thread.fortran_place = before_; }

  private:
    const void* before_ = nullptr;
};

/// Whether it is the program that calls, and no function of MPI.
[[nodiscard, gnu::always_inline]] inline bool is_of_program() noexcept {
    return this_thread.depth == 0 || (this_thread.jumped_at != 0 && end_left_call());
}

/// The state of this thread if the call is to be recorded; otherwise nothing. In each wrapper, as its cost is
/// that of each call.
[[nodiscard, gnu::always_inline]] inline ThreadState* thread_that_records(FunctionNumber function) noexcept {
    if (!is_recording()) [[unlikely]] {
        if (!begin_late()) return nullptr;
    }
    if (!is_of_program() || is_skipped(function)) return nullptr;
    if (this_thread.recorder == nullptr && !begin_thread()) return nullptr;
    return &this_thread;
}

/// Where the program called.
[[nodiscard]] inline const void* place_of(const ThreadState& thread, const void* caller) noexcept {
    return thread.fortran_place != nullptr ? thread.fortran_place : caller;
}

}  // namespace fabricmap::tracing
