// SPDX-License-Identifier: Apache-2.0
#include "measuring/core_sharing.hpp"

#include <sched.h>

namespace fabricmap {

int present_core() noexcept {
    return sched_getcpu();
}

void step_aside_from(int core) noexcept {
    if (core < 0 || core != present_core()) return;
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) < 2) return;
    cpu_set_t elsewhere = allowed;
    CPU_CLR(static_cast<unsigned>(core), &elsewhere);
    // The thread leaves at once when its core is forbidden, and stays away when it is allowed again.
    if (sched_setaffinity(0, sizeof elsewhere, &elsewhere) == 0)
        sched_setaffinity(0, sizeof allowed, &allowed);
}

}  // namespace fabricmap
