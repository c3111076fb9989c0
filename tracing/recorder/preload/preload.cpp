// SPDX-License-Identifier: Apache-2.0
// Begins when the library has been loaded into a program, before its main.
#include "tracing/recorder/preload/redirection.hpp"
#include "tracing/recorder/preload/this_thread.hpp"
#include "tracing/recorder/preload/unseen.hpp"

#include <cstdlib>
#include <unistd.h>

namespace fabricmap::tracing {

constinit thread_local ThreadState this_thread;

namespace {

/// Copies of the process say nothing at their ends.
pid_t process_at_start = 0;

[[gnu::constructor]] void begin() {
    const char* const folder = std::getenv("FABRICMAP_TRACE");
    if (folder == nullptr || folder[0] == '\0') return;
    process_at_start = getpid();
    redirect_calls();
}

[[gnu::destructor]] void end() {
    const char* const folder = std::getenv("FABRICMAP_TRACE");
    if (folder != nullptr && folder[0] != '\0' && getpid() == process_at_start) {
        report_unseen_calls(end_recording_at_exit());
    }
}

}  // namespace
}  // namespace fabricmap::tracing
