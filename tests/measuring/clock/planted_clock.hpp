// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/clock.hpp"
#include "tests/measuring/mpi/job.hpp"

#include <numeric>
#include <vector>

namespace fabricmap {

/// The clocks that all ranks of a job are given: whose offset and drift from the machine's time every rank
/// knows, so that any moment's truth is known everywhere.
class PlantedClocks {
  public:
    /// Each rank passes what is planted in its own clock, from now on.
    PlantedClocks(Nanoseconds offset, double drift) : PlantedClocks(offset, drift, Clock(false).now()) {}

    [[nodiscard]] const Clock& clock() const noexcept { return clock_; }
    /// This rank's time at a moment of the machine's.
    [[nodiscard]] Nanoseconds own_at(Nanoseconds machine) const noexcept { return own_.common(machine); }
    /// Rank 0's time at a moment of this rank's. There and back, whole nanoseconds are rounded twice: rank 0
    /// knows its own time better.
    [[nodiscard]] Nanoseconds truth_at(Nanoseconds own) const noexcept {
        return own_rank() == 0 ? own : first_.common(own_.own(own));
    }

  private:
    PlantedClocks(Nanoseconds offset, double drift, Nanoseconds since)
        : own_{since, offset, drift}, first_(own_), clock_(own_) {
        MPI_Bcast(&first_, sizeof first_, MPI_BYTE, 0, MPI_COMM_WORLD);
    }

    ClockOffset own_;
    ClockOffset first_;
    Clock clock_;
};

/// For a job in which no two ranks share a clock.
[[nodiscard]] inline std::vector<int> separate_clocks() {
    std::vector<int> clocks(static_cast<std::size_t>(job_size()));
    std::iota(clocks.begin(), clocks.end(), 0);
    return clocks;
}

}  // namespace fabricmap
