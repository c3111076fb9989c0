// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/survey/levels.hpp"
#include "diagnosis/topology/topology.hpp"

namespace fabricmap::diagnosis {

/// How near hosts are to each other on a healthy machine.
struct HostLevels {
    Topology topology;        ///< made of delays without what slow hosts and switches add
    Levels::Numbers numbers;  ///< hosts × hosts: by the places in the topology, where it is a tree or a grid
};

/// `between` has the logarithms of the delays of short messages.
[[nodiscard]] HostLevels find_host_levels(UnitPairs between);

}  // namespace fabricmap::diagnosis
