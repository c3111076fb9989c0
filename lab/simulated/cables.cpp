// SPDX-License-Identifier: Apache-2.0
#include "lab/simulated/cables.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

namespace fabricmap::lab {
namespace {

namespace s4u = simgrid::s4u;

// The simulator's own names of a dragonfly's cables begin so.
constexpr std::string_view between_groups = "blue_link_";
constexpr std::string_view to_router = "local_link_";

/// Of a fat tree, by the simulator's names: "link_from_CHILD_PARENT_NUMBER_UP".
constexpr std::string_view above = "link_from_";

/// The number that the simulator gives to the switch above a host.
std::string leaf_of(const std::vector<s4u::Link*>& links, int host) {
    const std::string begin = fmt::format("{}{}_", above, host);
    for (const s4u::Link* const link : links) {
        const std::string& name = link->get_name();
        if (name.starts_with(begin))
            return name.substr(begin.size(), name.find('_', begin.size()) - begin.size());
    }
    throw std::logic_error(fmt::format("the simulator has no switch above host {}", host));
}

}  // namespace

void lose_uplinks(const s4u::Engine& engine, const Scenario& scenario) {
    const std::vector<s4u::Link*> links = engine.get_all_links();
    for (const Fault& fault : scenario.faults) {
        if (fault.kind != FaultKind::lost_uplink) continue;
        const int hosts = std::get<FatTree>(scenario.fabric.shape).children.front();
        const std::string begin = fmt::format("{}{}_", above, leaf_of(links, fault.part * hosts));
        const double left = static_cast<double>(fault.all_uplinks - fault.lost_uplinks) / fault.all_uplinks;
        for (s4u::Link* const link : links) {
            if (link->get_name().starts_with(begin)) link->set_bandwidth(link->get_bandwidth() * left);
        }
    }
}

void set_dragonfly_latencies(const s4u::Engine& engine, const Latencies& latencies) {
    for (s4u::Link* const link : engine.get_all_links()) {
        const std::string& name = link->get_name();
        if (name.find(between_groups) != std::string::npos) link->set_latency(latencies.global);
        if (name.find(to_router) != std::string::npos) link->set_latency(0);
    }
}

std::unordered_set<const s4u::Link*> cable_between(int host, int neighbour) {
    std::unordered_set<const s4u::Link*> links;
    for (const auto& [from, to] : {std::pair(host, neighbour), std::pair(neighbour, host)}) {
        for (const char* const direction : {"UP", "DOWN"}) {
            const std::string name = fmt::format("fabric_link_from_{}_to_{}_{}", from, to, direction);
            if (const s4u::Link* link = s4u::Link::by_name_or_null(name)) links.insert(link);
        }
    }
    if (links.empty()) {
        throw std::logic_error(
            fmt::format("the simulator has no cable between hosts {} and {}", host, neighbour));
    }
    return links;
}

}  // namespace fabricmap::lab
