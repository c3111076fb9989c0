// SPDX-License-Identifier: Apache-2.0
// Begins when the library has been loaded into a program, before its main.
#include "tracing/recorder/preload/redirection.hpp"
#include "tracing/recorder/preload/this_thread.hpp"

#include <cstdlib>

namespace fabricmap::tracing {

constinit thread_local ThreadState this_thread;

namespace {

[[gnu::constructor]] void begin() {
    const char* const folder = std::getenv("FABRICMAP_TRACE");
    if (folder != nullptr && folder[0] != '\0') redirect_calls();
}

}  // namespace
}  // namespace fabricmap::tracing
