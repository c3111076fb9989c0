// SPDX-License-Identifier: Apache-2.0
#include "measuring/clock/precise_wait.hpp"

#include <gtest/gtest.h>

#include <ctime>

namespace fabricmap {
namespace {

constexpr Nanoseconds some_time = 20'000'000;

Nanoseconds core_time() {
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return used.tv_sec * 1'000'000'000 + used.tv_nsec;
}

TEST(PreciseWait, NeverEndsEarly) {
    const Clock clock(false);
    for (const PreciseWait how : {PreciseWait::spin, PreciseWait::sleep_then_spin}) {
        const Nanoseconds moment = clock.now() + some_time;
        EXPECT_GE(wait_until(clock, moment, how), moment);
        EXPECT_GE(clock.now(), moment);
    }
}

TEST(PreciseWait, LeavesTheCoreToOthersWhileItSleeps) {
    const Clock clock(false);
    const Nanoseconds before = core_time();
    wait_until(clock, clock.now() + some_time, PreciseWait::sleep_then_spin);
    EXPECT_LT(core_time() - before, some_time / 4);
}

TEST(PreciseWait, ForAMomentThatHasPassedReturnsAtOnce) {
    const Clock clock(false);
    const Nanoseconds now = clock.now();
    const Nanoseconds before = core_time();
    EXPECT_GE(wait_until(clock, now - some_time, PreciseWait::sleep_then_spin), now);
    EXPECT_LT(core_time() - before, some_time);
}

}  // namespace
}  // namespace fabricmap
