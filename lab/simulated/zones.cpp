// SPDX-License-Identifier: Apache-2.0
#include "lab/simulated/zones.hpp"

#include "lab/simulated/host_zone.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace fabricmap::lab {
namespace {

namespace s4u = simgrid::s4u;
constexpr auto both_ways = s4u::Link::SharingPolicy::SPLITDUPLEX;
constexpr const char* zone_name = "fabric";

s4u::ClusterCallbacks hosts_of(const Scenario& scenario) {
    return s4u::ClusterCallbacks(
        [&scenario](s4u::NetZone* zone, const std::vector<unsigned long>& /*coordinates*/, unsigned long id) {
            return make_host_zone(scenario, static_cast<int>(id), zone);
        });
}

/// A switch that all hosts hang on; the cable to it costs half a hop each way.
s4u::NetZone* make_zone(const Scenario& scenario, const SingleHost& /*shape*/) {
    s4u::NetZone* zone = s4u::create_star_zone(zone_name);
    for (int host = 0; host < scenario.fabric.hosts; ++host) {
        const auto [point, gateway] = make_host_zone(scenario, host, zone);
        const std::string name = scenario.fabric.host_name(host) + "_cable";
        s4u::SplitDuplexLink* cable = zone->create_split_duplex_link(name, scenario.bandwidths.link);
        cable->set_latency(scenario.latencies.hop / 2);
        zone->add_route(point, nullptr, gateway, nullptr,
                        {s4u::LinkInRoute(cable, s4u::LinkInRoute::Direction::UP)}, true);
    }
    return zone->seal();
}

/// Each switch has as many switches above it as keep the oversubscription, one cable to each.
s4u::NetZone* make_zone(const Scenario& scenario, const FatTree& tree) {
    std::vector<unsigned int> down(tree.children.begin(), tree.children.end());
    const unsigned int below_top = std::accumulate(down.begin(), down.end(), 1U, std::multiplies<>());
    down.push_back(static_cast<unsigned int>(scenario.fabric.hosts) / below_top);
    std::vector<unsigned int> up{1};
    for (const int children : tree.children) {
        if (tree.uplinks > 0) {
            up.push_back(static_cast<unsigned int>(tree.uplinks));
            continue;
        }
        up.push_back(static_cast<unsigned int>(std::max(1.0, std::round(children / tree.oversubscription))));
    }
    const std::vector<unsigned int> cables(down.size(), 1);
    const auto levels = static_cast<unsigned int>(down.size());
    return s4u::create_fatTree_zone(zone_name, nullptr, {levels, down, up, cables}, hosts_of(scenario),
                                    scenario.bandwidths.link, scenario.latencies.hop, both_ways)
        ->seal();
}

s4u::NetZone* make_zone(const Scenario& scenario, const Torus& torus) {
    std::vector<unsigned long> size;
    // A dimension of one host has no cables.
    std::copy_if(torus.size.begin(), torus.size.end(), std::back_inserter(size),
                 [](int length) { return length > 1; });
    if (size.empty()) return make_zone(scenario, SingleHost{});
    return s4u::create_torus_zone(zone_name, nullptr, size, hosts_of(scenario), scenario.bandwidths.link,
                                  scenario.latencies.hop, both_ways)
        ->seal();
}

s4u::NetZone* make_zone(const Scenario& scenario, const Dragonfly& dragonfly) {
    const auto single = [](int count) { return std::pair(static_cast<unsigned int>(count), 1U); };
    const s4u::DragonflyParams shape(single(dragonfly.groups), single(dragonfly.chassis),
                                     single(dragonfly.routers), static_cast<unsigned int>(dragonfly.hosts));
    return s4u::create_dragonfly_zone(zone_name, nullptr, shape, hosts_of(scenario), scenario.bandwidths.link,
                                      scenario.latencies.hop, both_ways)
        ->seal();
}

}  // namespace

s4u::NetZone* make_fabric_zone(const Scenario& scenario) {
    return std::visit([&](const auto& shape) { return make_zone(scenario, shape); }, scenario.fabric.shape);
}

}  // namespace fabricmap::lab
