// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recording/layout.hpp"

#include <mpi.h>

namespace fabricmap::tracing {

/// All ranks read each other's clocks along a tree, and this one notes what it saw, and the messages that
/// this took. Ranks that share a clock, as those of a host do, exchange none.
void sight_clocks(MPI_Comm comm, FileHeader& header, ClockSighting& sighting);

}  // namespace fabricmap::tracing
