// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recorder/thread_state.hpp"

#include <string>

namespace fabricmap::tracing {

/// By which of its two names a function was called. Open MPI's Fortran bindings call PMPI_X, so wrappers of
/// MPI_X alone would see nothing of them.
enum class Entry : std::uint8_t { c, profiling };

/// The next library's function of that name; ends the program where there is none, as the loader would.
[[nodiscard]] void* next_symbol(const char* name) noexcept;

template <typename Function>
[[nodiscard]] Function next_function(const char* name) noexcept {
    return reinterpret_cast<Function>(next_symbol(name));
}

/// What a wrapper stands for, under both names.
template <typename Function>
class RealFunction {
  public:
    explicit RealFunction(const char* name)
        : c_(next_function<Function>(name)),
          profiling_(next_function<Function>((std::string("P") + name).c_str())) {}
    [[nodiscard]] Function of(Entry entry) const noexcept { return entry == Entry::c ? c_ : profiling_; }

  private:
    Function c_;
    Function profiling_;
};

/// A Fortran entry that is being called: it tells the wrapper that comes who called, unless a wrapper is
/// running already.
class FortranCall {
  public:
    explicit FortranCall(const void* caller) noexcept : before_(this_thread.fortran_place) {
        if (before_ == nullptr) this_thread.fortran_place = caller;
    }
    FortranCall(const FortranCall&) = delete;
    FortranCall& operator=(const FortranCall&) = delete;
    ~FortranCall() { this_thread.fortran_place = before_; }

  private:
    const void* before_;
};

/// Whether it is the program that calls, and no library: libraries call PMPI_X, as Fortran entries do.
[[nodiscard]] inline bool is_of_program(Entry entry) noexcept {
    return this_thread.depth == 0 && (entry == Entry::c || this_thread.fortran_place != nullptr);
}

/// The state of this thread if the call is to be recorded; otherwise nothing.
[[nodiscard]] inline ThreadState* thread_that_records(Entry entry, FunctionNumber function) noexcept {
    if (!is_recording() || !is_of_program(entry) || is_skipped(function)) return nullptr;
    if (this_thread.recorder == nullptr && !begin_thread()) return nullptr;
    return &this_thread;
}

/// Where the program called.
[[nodiscard]] inline const void* place_of(Entry entry, const ThreadState& thread,
                                          const void* caller) noexcept {
    return entry == Entry::c ? caller : thread.fortran_place;
}

}  // namespace fabricmap::tracing
