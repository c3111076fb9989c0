// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/clock.hpp"

#include <mpi.h>

#include <cstdint>

namespace fabricmap::collective_test {

/// How much a rank computes in a given time, as just calibrated: work is counted in steps and not by the
/// clock, so that what takes the core from it makes it longer, as it would in an application.
class WorkRate {
  public:
    /// Takes a millisecond. Under a simulator, where computing takes no time, work is sleep.
    explicit WorkRate(const Clock& clock);

    [[nodiscard]] std::int64_t steps_in(double seconds) const noexcept;
    [[nodiscard]] bool sleeps() const noexcept { return sleeps_; }

  private:
    double steps_per_ns_ = 0;
    bool sleeps_ = false;
};

/// What a rank does between the start of a non-blocking call and its wait.
class Work {
  public:
    /// In `tests` + 1 equal parts, with a call of MPI_Test between them. The clock must outlive it.
    Work(const Clock& clock, const WorkRate& rate, double seconds, int tests);

    /// Returns how long the parts took, without the tests between them, which are communication. Whether the
    /// request is complete already is for its wait to find.
    Nanoseconds carry_out(MPI_Request& request) const;

  private:
    const Clock& clock_;
    std::int64_t steps_of_part_;
    std::int64_t sleep_of_part_ns_;
    int tests_;
};

}  // namespace fabricmap::collective_test
