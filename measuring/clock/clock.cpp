// SPDX-License-Identifier: Apache-2.0
#include "measuring/clock/clock.hpp"

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

namespace fabricmap {
namespace {

constexpr Nanoseconds whole_second = 1'000'000'000;

}  // namespace

Nanoseconds Clock::machine_now() noexcept {
    timespec moment{};
    clock_gettime(CLOCK_MONOTONIC, &moment);
    return moment.tv_sec * whole_second + moment.tv_nsec;
}

Nanoseconds Clock::now_elsewhere() const noexcept {
    if (source_ == Source::planted) return planted_.common(machine_now());
    return std::llround(MPI_Wtime() * nanoseconds_per_second);
}

Nanoseconds Clock::resolution() const {
    // A simulated clock stands still between messages: it has no steps to look for.
    if (simulated()) return 1;
    constexpr int readings = 10'000;
    Nanoseconds smallest = std::numeric_limits<Nanoseconds>::max();
    Nanoseconds before = now();
    for (int reading = 0; reading < readings; ++reading) {
        const Nanoseconds after = now();
        if (after > before) smallest = std::min(smallest, after - before);
        before = after;
    }
    return smallest;
}

}  // namespace fabricmap
