// SPDX-License-Identifier: Apache-2.0
#include "measuring/clock/precise_wait.hpp"

#include <ctime>
#include <sys/prctl.h>
#include <unistd.h>

namespace fabricmap {
namespace {

constexpr Nanoseconds second_ns = 1'000'000'000;
// A sleep ends that much too late at most, as a rule, with the least timer slack.
constexpr Nanoseconds awake_before = 50'000;

void sleep_for(Nanoseconds span) noexcept {
    const timespec pause{span / second_ns, span % second_ns};
    nanosleep(&pause, nullptr);
}

/// The kernel ends a sleep up to 50 us late otherwise.
void refuse_timer_slack() noexcept {
    thread_local bool refused = false;
    if (!refused) prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    refused = true;
}

}  // namespace

Nanoseconds wait_until(const Clock& clock, Nanoseconds moment, PreciseWait how) noexcept {
    Nanoseconds now = clock.now();
    if (clock.simulated()) {
        if (now < moment) sleep_for(moment - now);
        return clock.now();
    }
    if (how == PreciseWait::sleep_then_spin) {
        refuse_timer_slack();
        if (moment - now > awake_before) sleep_for(moment - now - awake_before);
        now = clock.now();
    }
    while (now < moment) now = clock.now();
    return now;
}

}  // namespace fabricmap
