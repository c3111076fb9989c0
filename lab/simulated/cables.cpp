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

}  // namespace

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
