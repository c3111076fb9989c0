// SPDX-License-Identifier: Apache-2.0
#include "collective_test/start/work.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

namespace fabricmap::collective_test {
namespace {

constexpr std::int64_t steps_of_a_trial = 20'000;
constexpr int trials = 15;
constexpr Nanoseconds whole_second_ns = 1'000'000'000;

/// Each step needs the one before, so that no compiler shortens it.
double compute(std::int64_t steps) noexcept {
    double value = 0.5;
    for (std::int64_t step = 0; step < steps; ++step) value = 3.7 * value * (1 - value);
    return value;
}

/// The result must be used by someone.
void do_steps(std::int64_t steps) noexcept {
    [[maybe_unused]] volatile double result = compute(steps);
}

}  // namespace

WorkRate::WorkRate(const Clock& clock) : sleeps_(clock.simulated()) {
    if (sleeps_) return;
    Nanoseconds quickest = std::numeric_limits<Nanoseconds>::max();
    for (int trial = 0; trial < trials; ++trial) {
        const Nanoseconds begin = clock.now();
        do_steps(steps_of_a_trial);
        quickest = std::min(quickest, clock.now() - begin);
    }
    steps_per_ns_ =
        static_cast<double>(steps_of_a_trial) / static_cast<double>(std::max(quickest, Nanoseconds{1}));
}

std::int64_t WorkRate::steps_in(double seconds) const noexcept {
    return std::llround(steps_per_ns_ * seconds * nanoseconds_per_second);
}

Work::Work(const Clock& clock, const WorkRate& rate, double seconds, int tests)
    : clock_(clock),
      steps_of_part_(rate.steps_in(seconds) / (tests + 1)),
      sleep_of_part_ns_(rate.sleeps() ? std::llround(seconds * nanoseconds_per_second) / (tests + 1) : 0),
      tests_(tests) {}

Nanoseconds Work::carry_out(MPI_Request& request) const {
    Nanoseconds worked = 0;
    for (int part = 0; part <= tests_; ++part) {
        const Nanoseconds begin = clock_.now();
        if (sleep_of_part_ns_ > 0) {
            const timespec pause{sleep_of_part_ns_ / whole_second_ns, sleep_of_part_ns_ % whole_second_ns};
            nanosleep(&pause, nullptr);
        } else {
            do_steps(steps_of_part_);
        }
        worked += clock_.now() - begin;
        if (part == tests_) break;
        int done = 0;
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
    return worked;
}

}  // namespace fabricmap::collective_test
