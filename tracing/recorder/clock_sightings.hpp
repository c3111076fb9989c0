// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recording/layout.hpp"

#include <mpi.h>

#include <vector>

namespace fabricmap::tracing {

/// The same for processes that read the same monotonic clock: those of a machine, since it started, in the
/// same time namespace.
[[nodiscard]] std::uint64_t identity_of_clock();

/// The ranks of a communicator read each other's clocks along a tree, and this one notes what it saw, and the
/// messages that this took. Ranks that share a clock, as those of a host do, exchange none. `world_ranks`:
/// those of its members.
void sight_clocks(MPI_Comm comm, const std::vector<int>& world_ranks, FileHeader& header,
                  ClockSighting& sighting);

}  // namespace fabricmap::tracing
