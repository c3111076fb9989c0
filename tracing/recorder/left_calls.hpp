// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recorder/preload/this_thread.hpp"

namespace fabricmap::tracing {

/// Functions that hold a Call while they run.
void remember_wrapper(const void* function);

/// The thread seems to be within a wrapper, and has made a longjmp meanwhile. Where that left the wrapper its
/// call is ended at that moment, and true is returned: what comes now is the program's. A callback of the MPI
/// library may make jumps of its own and stay within.
[[nodiscard]] bool end_left_call() noexcept;

}  // namespace fabricmap::tracing
