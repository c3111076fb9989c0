// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fabricmap::tracing {

class ThreadRecorder;
struct ScriptStack;

/// What a thread is doing, as far as the recorder is concerned.
struct ThreadState {
    int depth = 0;                        ///< wrappers that are running: what they call is not the program's
    const void* fortran_place = nullptr;  ///< who called the Fortran entry that is running
    ThreadRecorder* recorder = nullptr;
    std::uint64_t jumped_at = 0;          ///< ticks: when a longjmp was made within a wrapper
    const ScriptStack* script = nullptr;  ///< where a script called the module that is running
};

// A library that is loaded before the program starts has its thread-local memory at a fixed place.
[[gnu::tls_model("initial-exec"),
  gnu::visibility("default")]] extern constinit thread_local ThreadState this_thread;

}  // namespace fabricmap::tracing
