// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/clock/clock.hpp"

#include <mpi.h>

namespace fabricmap::network_test {

/// How this rank's clock relates to rank 0's, whose time is the job's common time.
struct ClockOffset {
    Nanoseconds to_common = 0;  ///< add it to this rank's time
    double error_bound_s = 0;   ///< largest over the job; 0 where all ranks share one clock

    [[nodiscard]] Nanoseconds common(Nanoseconds own) const noexcept { return own + to_common; }
};

/// Called by all ranks together. `one_clock`: all ranks lie on one host, whose monotonic clock they share;
/// then nothing is exchanged. Otherwise each rank in turn exchanges empty messages with rank 0, and the
/// exchange with the least round trip gives the offset, with half of that round trip as its bound.
[[nodiscard]] ClockOffset measure_clock_offset(MPI_Comm comm, const Clock& clock, bool one_clock);

}  // namespace fabricmap::network_test
