// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/pair_structure.hpp"

#include <Eigen/Core>

namespace fabricmap::diagnosis {

/// The mode of each pair's distance, from 0, where most hosts have some pairs in each: what few hosts have is
/// a fault. Hosts × hosts.
[[nodiscard]] PairModes modes_of_pairs(const HostMatrix& distances, float noise);

/// Makes further classes of the pairs between groups that a level serves alike, but whose middle delays have
/// several modes, as those between gateways of a dragonfly have; not of what is slower for long messages as
/// well and meets at two groups, as the paths over a slow cable do. Where there are blocks of one way, and
/// most groups have paths that are longer one way than back, each direction has its mode, whoever has it;
/// returned are the nats to tell which, 0 elsewhere. `classes`: groups × groups.
double split_by_modes_of_blocks(PairNumbers& classes, const LeafBlocks& blocks, const GroupLabels& leaves,
                                float noise);

}  // namespace fabricmap::diagnosis
