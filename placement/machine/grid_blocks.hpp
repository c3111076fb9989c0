// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/machine/delays.hpp"
#include "placement/machine/slots.hpp"

#include <vector>

namespace fabricmap::placement {

/// Blocks of a torus or mesh that just hold the ranks, as 4x4x4 of 8x8x8: of each shape the one whose hosts
/// are nearest to each other, shapes by that. `distances`: of these slots' hosts. Empty where all hosts are
/// needed, the machine is no grid, or its hosts take different numbers of ranks.
[[nodiscard]] std::vector<Slots> grid_blocks(const Slots& slots, const diagnosis::Topology& topology,
                                             const HostMatrix& distances, int ranks);

}  // namespace fabricmap::placement
