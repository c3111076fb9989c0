// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/clock.hpp"

#include <mpi.h>

#include <span>
#include <vector>

namespace fabricmap {

/// Which ranks really share a clock, on every rank: as thought, but every rank of a host on which a rank's
/// clock differs from the first rank's (it has a time namespace of its own, say) has one of its own. Called
/// by all ranks together; `comm` carries nothing else meanwhile.
///
/// Of a shared clock the first rank's answer always lies between a question and its arrival, however long
/// messages take, so what is shared is never taken apart.
[[nodiscard]] std::vector<int> clocks_really_shared(MPI_Comm comm, const Clock& clock,
                                                    std::span<const int> thought_clock_of_rank);

}  // namespace fabricmap
