// SPDX-License-Identifier: Apache-2.0
// Preloaded into what tests start. Ranks that share a core yield it again and again while they wait, which
// keeps it as busy as computing would: more than a third of the processor time of all tests. A thread that
// has done nothing but yield for a while sleeps between two looks instead, so that other tests have its core.
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

using Nanoseconds = long;

/// A thread that yields sooner than that after it has yielded has found nothing to do between.
constexpr Nanoseconds max_look = 20'000;
/// For so long a message may come at any moment.
constexpr Nanoseconds patience = 500'000;
constexpr Nanoseconds nap = 50'000;

thread_local Nanoseconds idle_since = 0;
thread_local Nanoseconds last_yield = 0;

Nanoseconds now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1'000'000'000L + time.tv_nsec;
}

}  // namespace

extern "C" int sched_yield() {
    const Nanoseconds entered = now();
    if (entered - last_yield > max_look) idle_since = entered;
    if (entered - idle_since > patience) {
        const timespec pause{0, nap};
        nanosleep(&pause, nullptr);
    } else {
        syscall(SYS_sched_yield);
    }
    last_yield = now();
    return 0;
}
