// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace fabricmap::tracing {

/// Whether it may be a function of MPI or OpenSHMEM, by its first letters.
[[nodiscard]] bool may_be_recorded(const char* name) noexcept;

/// Looks whether libraries were loaded since the last time, and lets their calls of functions that are
/// recorded go to the recorder. Only calls that would go to the MPI library do: names that a program has
/// given to functions of its own stay its own. `searches_own_first`: the new ones were loaded with
/// RTLD_DEEPBIND. A thread that is at it already is not waited for.
void redirect_calls(bool searches_own_first = false) noexcept;

/// The program is at its end. Whether a recording was begun in this process.
[[nodiscard]] bool end_recording_at_exit() noexcept;

/// What calls of this function go to.
[[nodiscard]] void* recorded_or_same(void* function) noexcept;

/// The first definition in the libraries after the one that has this address, as RTLD_NEXT finds it there;
/// nothing where there is none.
[[nodiscard]] void* find_after(const void* address, const char* name) noexcept;

/// What takes the place of longjmp and its like; nothing of other names, and of functions that only have such
/// a name.
[[nodiscard]] void* jump_replacement(std::string_view name, const void* target) noexcept;
/// The recorder, once it is loaded, is told of jumps.
void set_note_jump(void (*note)()) noexcept;

// What takes the place of the loader's functions in programs, as libraries come by them.
[[nodiscard]] void* open_library(const char* file, int mode) noexcept;
[[nodiscard]] void* find_symbol(void* library, const char* name) noexcept;

}  // namespace fabricmap::tracing
