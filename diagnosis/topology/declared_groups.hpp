// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/topology/topology.hpp"
#include "slurm/declared_topology.hpp"

#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// The number of each host's group, level by level from the leaves up, without levels at which all hosts are
/// in one: the declared tree where the delays do not contradict it, so that all hosts of a leaf are in one
/// measured group; else none, as where a host is declared nowhere or on several leaves.
[[nodiscard]] std::vector<std::vector<int>> declared_groups(const DeclaredTopology& declared,
                                                            const Topology& measured,
                                                            const std::vector<std::string>& hosts);

}  // namespace fabricmap::diagnosis
