// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/topology/topology.hpp"

#include <Eigen/Core>

#include <vector>

namespace fabricmap::diagnosis {

/// What groups leave unexplained: by how much (standard deviation of `logarithms`) the paths from a host to
/// the groups of one level differ, beyond what the host, the group and noise make. Zero in a fat tree,
/// where all paths through the same level are alike; not so in a dragonfly, where some groups are next door.
[[nodiscard]] double structure_within_levels(const std::vector<TopologyLevel>& levels,
                                             const Eigen::MatrixXf& logarithms);

/// Whether hosts that are near to each other see the others alike, more than chance makes them: there are
/// near and far hosts then, whatever their shape. Of very many hosts an even choice is looked at.
[[nodiscard]] bool near_hosts_are_alike(const Eigen::MatrixXf& logarithms);

}  // namespace fabricmap::diagnosis
