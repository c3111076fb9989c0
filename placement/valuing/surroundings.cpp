// SPDX-License-Identifier: Apache-2.0
#include "placement/valuing/surroundings.hpp"

#include <map>

namespace fabricmap::placement {

Surroundings surroundings_of(const HostDelays& delays, const Slots& slots, const HostMatrix& distances) {
    Surroundings around;
    around.levels = levels_of(delays, slots);
    around.distances = distances;
    const diagnosis::Topology& topology = delays.topology;
    if (topology.shape == diagnosis::Shape::grid && !topology.coordinates.empty()) {
        around.dimensions = topology.dimensions;
        const PerHost<std::vector<int>> coordinates(topology.coordinates);
        for (const HostIndex host : slots.hosts) around.coordinates.push_back(coordinates[host]);
    }
    std::map<HostIndex, PlaceIndex> place_of = slots.place_of_hosts();
    for (const int host : topology.order) {
        if (const auto found = place_of.find(HostIndex(host)); found != place_of.end()) {
            around.order.push_back(found->second);
            place_of.erase(found);
        }
    }
    for (const auto& [host, place] : place_of) around.order.push_back(place);
    return around;
}

}  // namespace fabricmap::placement
