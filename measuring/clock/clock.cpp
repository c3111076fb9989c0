// SPDX-License-Identifier: Apache-2.0
#include "measuring/clock/clock.hpp"

#include "base/errors.hpp"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <limits>
#include <string>
#include <thread>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace fabricmap {
namespace {

constexpr Nanoseconds whole_second = 1'000'000'000;
constexpr Nanoseconds between_brackets = 200'000'000;
constexpr int tries_for_a_bracket = 1000;

Nanoseconds monotonic_now() noexcept {
    timespec moment{};
    clock_gettime(CLOCK_MONOTONIC, &moment);
    return moment.tv_sec * whole_second + moment.tv_nsec;
}

/// 0 where there is none.
std::uint64_t counter_now() noexcept {
#if defined(__x86_64__)
    unsigned int core = 0;
    return __rdtscp(&core);
#else
    return 0;
#endif
}

/// The kernel's word for a counter that neither stops nor changes its rate.
bool has_even_counter() {
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    while (std::getline(file, line)) {
        if (line.starts_with("flags"))
            return line.find("constant_tsc") != std::string::npos && line.find("rdtscp") != std::string::npos;
    }
    return false;
}

/// What the counter shows at a moment of the monotonic clock, from the narrowest of many tries.
CounterRate read_counter() noexcept {
    CounterRate best;
    Nanoseconds narrowest = std::numeric_limits<Nanoseconds>::max();
    for (int attempt = 0; attempt < tries_for_a_bracket; ++attempt) {
        const Nanoseconds before = monotonic_now();
        const std::uint64_t count = counter_now();
        const Nanoseconds after = monotonic_now();
        if (after - before >= narrowest) continue;
        narrowest = after - before;
        best.count = count;
        best.moment = before + narrowest / 2;
    }
    return best;
}

/// From two narrow brackets: how long a sleep between them took does not matter.
CounterRate counter_rate() {
    if (!has_even_counter()) {
        throw RunError(
            "--clock tsc: this processor has no time stamp counter that runs evenly; "
            "use monotonic");
    }
    const CounterRate first = read_counter();
    std::this_thread::sleep_for(std::chrono::nanoseconds(between_brackets));
    CounterRate last = read_counter();
    last.ns_per_count =
        static_cast<double>(last.moment - first.moment) / static_cast<double>(last.count - first.count);
    return last;
}

}  // namespace

std::string_view name_of(ClockKind kind) noexcept {
    switch (kind) {
        case ClockKind::mpi:
            return "mpi";
        case ClockKind::tsc:
            return "tsc";
        case ClockKind::monotonic:
            break;
    }
    return "monotonic";
}

Clock::Clock(ClockKind kind, bool simulated) : Clock(simulated) {
    if (simulated || kind == ClockKind::monotonic) return;
    source_ = kind == ClockKind::mpi ? Source::mpi : Source::counter;
    if (kind == ClockKind::tsc) counter_ = counter_rate();
}

Nanoseconds Clock::machine_now() noexcept {
    return monotonic_now();
}

Nanoseconds Clock::now_elsewhere() const noexcept {
    if (source_ == Source::planted) return planted_.common(machine_now());
    if (source_ == Source::counter) {
        const auto since = static_cast<std::int64_t>(counter_now() - counter_.count);
        return counter_.moment + std::llround(counter_.ns_per_count * static_cast<double>(since));
    }
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
