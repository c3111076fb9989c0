// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/clock.hpp"

#include <mpi.h>

namespace fabricmap {

/// A peer's clock as estimated from messages: of several exchanges the one with the smallest
/// round trip (Cristian, Probabilistic clock synchronization, 1989).
struct ClockReading {
    Nanoseconds own = 0;        ///< when
    Nanoseconds offset = 0;     ///< what to add to the own clock to get the peer's
    Nanoseconds half_trip = 0;  ///< how far the offset may be off; rounded up
    int exchanges = 0;          ///< questions and answers; a last message says that there are no more
};

/// Reads the clock of `peer`, which calls show_clock with this rank, in so many exchanges; in up to ten times
/// as many until the smallest round trip is one of several alike.
[[nodiscard]] ClockReading read_clock(MPI_Comm comm, const Clock& clock, int peer, int exchanges);

/// Lets `peer` read this rank's clock.
void show_clock(MPI_Comm comm, const Clock& clock, int peer);

}  // namespace fabricmap
