// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/topology/topology.hpp"
#include "slurm/declared_topology.hpp"

#include <set>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// Hosts that sit elsewhere than declared.
struct Misplacement {
    std::string host;
    std::string declared_switch;
    /// The declared leaf whose other hosts are the nearest by the measured levels; empty where none is.
    std::string measured_switch;
};

struct TopologyCheck {
    std::vector<Misplacement> misplaced;
    std::vector<std::string> undeclared_hosts;  ///< measured, not in the file
    std::vector<std::string> unmeasured_hosts;  ///< in the file, not measured
    bool comparable = false;                    ///< whether the measured shape has groups to compare with
};

/// Compares the declared leaves with the measured groups. `hosts` are the names of the topology's hosts.
/// A leaf is matched with the group that most of its hosts are in; two hosts that were swapped are the two
/// that are named, however large the leaves are.
[[nodiscard]] TopologyCheck check_topology(const DeclaredTopology& declared, const Topology& measured,
                                           const std::vector<std::string>& hosts);

/// The same as a topology.conf for Slurm: leaf switches with their nodes (node_names; `known_nodes` are
/// those that have their NodeName already), switches above them. A
/// grid or a machine without levels gives one switch with all nodes, and a comment that says why.
[[nodiscard]] std::string slurm_topology_of(const Topology& topology, const std::vector<std::string>& hosts,
                                            const std::set<std::string>& known_nodes = {});

}  // namespace fabricmap::diagnosis
