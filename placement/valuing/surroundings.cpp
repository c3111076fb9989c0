// SPDX-License-Identifier: Apache-2.0
#include "placement/valuing/surroundings.hpp"

#include <algorithm>
#include <map>

namespace fabricmap::placement {

Surroundings surroundings_of(const HostDelays& delays, const Slots& slots, const HostMatrix& distances) {
    Surroundings around;
    around.levels = levels_of(delays, slots);
    around.distances = distances;
    const diagnosis::Topology& topology = delays.topology;
    if (topology.shape == diagnosis::Shape::grid && !topology.coordinates.empty()) {
        around.dimensions = topology.dimensions;
        for (const int host : slots.hosts)
            around.coordinates.push_back(topology.coordinates[static_cast<std::size_t>(host)]);
    }
    std::map<int, int> place_of;
    for (std::size_t place = 0; place < slots.hosts.size(); ++place)
        place_of[slots.hosts[place]] = static_cast<int>(place);
    for (const int host : topology.order) {
        if (const auto found = place_of.find(host); found != place_of.end()) {
            around.order.push_back(found->second);
            place_of.erase(found);
        }
    }
    for (const auto& [host, place] : place_of) around.order.push_back(place);
    return around;
}

}  // namespace fabricmap::placement
