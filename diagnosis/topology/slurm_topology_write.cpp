// SPDX-License-Identifier: Apache-2.0
#include "base/host_list.hpp"
#include "base/quantities.hpp"
#include "diagnosis/topology/group_names.hpp"
#include "diagnosis/topology/slurm_topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace fabricmap::diagnosis {
namespace {

/// Why there are no leaves, or what they are.
std::string comment_of(const Topology& topology) {
    switch (topology.shape) {
        case Shape::single:
            return "# All hosts are equally near to each other, as far as delays show: one switch holds "
                   "all.\n";
        case Shape::grid:
            return fmt::format(
                "# The hosts form a {} of {}, which topology/tree cannot express: one switch holds all.\n",
                topology.ends_joined ? "torus" : "mesh", joined_by(topology.dimensions, "x"));
        case Shape::groups:
            if (topology.levels.empty()) {
                return "# There are near and far hosts, but no groups clearly apart: one switch holds all.\n";
            }
            return "# Groups of near hosts; how cables join them is unknown.\n";
        case Shape::hierarchy:
            break;
    }
    return "# Switches inferred from delays between hosts.\n";
}

/// "leaf00": as many digits as the largest number needs.
std::string name_of_switch(std::size_t level, std::size_t number, std::size_t count) {
    const std::size_t digits = std::to_string(count - 1).size();
    const std::string kind = level == 0 ? "leaf" : level == 1 ? "pod" : fmt::format("level{}_", level + 1);
    return fmt::format("{}{:0{}}", kind, number, digits);
}

/// Names of the groups of the level below that a group is made of.
Names switches_below(const std::vector<int>& group, const TopologyLevel& below, std::size_t level_below) {
    Names names;
    for (std::size_t g = 0; g < below.groups.size(); ++g) {
        if (!std::binary_search(group.begin(), group.end(), below.groups[g].front())) continue;
        names.push_back(name_of_switch(level_below, g, below.groups.size()));
    }
    return names;
}

}  // namespace

std::string slurm_topology_of(const Topology& topology, const Names& host_names,
                              const std::set<std::string>& known_nodes) {
    const Names hosts = node_names(host_names, known_nodes);
    require_plain_host_names(hosts);
    std::string text = comment_of(topology);
    if (hosts.empty()) return text;
    const auto& levels = topology.levels;
    if (levels.empty()) return text + fmt::format("SwitchName=leaf0 Nodes={}\n", format_host_list(hosts));
    for (std::size_t level = 0; level < levels.size(); ++level) {
        const auto& groups = levels[level].groups;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            text += fmt::format("SwitchName={} ", name_of_switch(level, g, groups.size()));
            text +=
                level == 0
                    ? "Nodes=" + format_host_list(names_of(groups[g], hosts))
                    : "Switches=" + format_host_list(switches_below(groups[g], levels[level - 1], level - 1));
            text += '\n';
        }
    }
    Names below;
    for (std::size_t g = 0; g < levels.back().groups.size(); ++g) {
        below.push_back(name_of_switch(levels.size() - 1, g, levels.back().groups.size()));
    }
    return text + fmt::format("SwitchName=spine Switches={}\n", format_host_list(below));
}

}  // namespace fabricmap::diagnosis
