// SPDX-License-Identifier: Apache-2.0
#include "placement/valuing/surroundings.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace fabricmap::placement {
namespace {

/// The numbers that hosts have along an axis, from behind a gap on: those of a block that passes the end of
/// a torus begin before it.
std::vector<int> numbers_along(const PerPlace<std::vector<int>>& coordinates, std::size_t axis, int length) {
    std::set<int> present;
    for (const std::vector<int>& at : coordinates) present.insert(at[axis]);
    std::vector<int> numbers(present.begin(), present.end());
    const auto begins = [&](int number) { return !present.contains((number + length - 1) % length); };
    std::rotate(numbers.begin(), std::find_if(numbers.begin(), numbers.end(), begins), numbers.end());
    return numbers;
}

/// Hosts that are a block of the machine are a grid of their own.
void take_as_block(Surroundings& around) {
    std::vector<int> dimensions;
    PerPlace<std::vector<int>> coordinates = around.coordinates;
    std::ptrdiff_t hosts = 1;
    for (std::size_t axis = 0; axis < around.dimensions.size(); ++axis) {
        const std::vector<int> numbers = numbers_along(around.coordinates, axis, around.dimensions[axis]);
        for (std::vector<int>& at : coordinates) {
            at[axis] =
                static_cast<int>(std::find(numbers.begin(), numbers.end(), at[axis]) - numbers.begin());
        }
        dimensions.push_back(static_cast<int>(numbers.size()));
        hosts *= dimensions.back();
    }
    if (hosts != std::ssize(coordinates)) return;
    around.dimensions = std::move(dimensions);
    around.coordinates = std::move(coordinates);
}

}  // namespace

Surroundings surroundings_of(const HostDelays& delays, const Slots& slots, const HostMatrix& distances) {
    Surroundings around;
    around.levels = levels_of(delays, slots);
    around.distances = distances;
    const diagnosis::Topology& topology = delays.topology;
    if (topology.shape == diagnosis::Shape::grid && !topology.coordinates.empty()) {
        around.dimensions = topology.dimensions;
        const PerHost<std::vector<int>> coordinates(topology.coordinates);
        for (const HostIndex host : slots.hosts) around.coordinates.push_back(coordinates[host]);
        take_as_block(around);
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
