// SPDX-License-Identifier: Apache-2.0
#include "placement/machine/grid_blocks.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

namespace fabricmap::placement {
namespace {

using Extent = std::vector<int>;

/// Blocks may have so many hosts more than the ranks need.
constexpr double max_waste = 1.25;
constexpr std::size_t max_blocks = 12;
/// Of pairs of hosts that are looked at for a shape: some seconds on the largest machines.
constexpr std::int64_t max_pairs = 20'000'000;

int volume_of(const Extent& extent) {
    return std::accumulate(extent.begin(), extent.end(), 1, std::multiplies<>());
}

/// The next of all extents up to `most`, the first axis fastest; false after the last.
bool next_extent(Extent& extent, const Extent& most, int first) {
    std::size_t axis = 0;
    while (axis < extent.size() && ++extent[axis] >= most[axis] + first) extent[axis++] = first;
    return axis < extent.size();
}

class GridBlocks {
  public:
    GridBlocks(const Slots& slots, const diagnosis::Topology& topology, const HostMatrix& distances)
        : slots_(&slots), topology_(&topology), distances_(&distances) {
        const PerHost<std::vector<int>> coordinates(topology.coordinates);
        for (const PlaceIndex place : slots.hosts.indices())
            place_at_[coordinates[slots.hosts[place]]] = place;
    }

    /// Of all shapes of the least volume that holds so many hosts.
    std::vector<Slots> of(int hosts) {
        std::map<int, std::vector<Extent>> shapes;
        Extent shape(topology_->dimensions.size(), 1);
        do {
            const int volume = volume_of(shape);
            if (volume >= hosts && volume <= max_waste * hosts) shapes[volume].push_back(shape);
        } while (next_extent(shape, topology_->dimensions, 1));
        std::vector<Block> blocks;
        if (!shapes.empty()) {
            for (const Extent& one : shapes.begin()->second) {
                if (auto block = nearest(one)) blocks.push_back(std::move(*block));
            }
        }
        std::stable_sort(blocks.begin(), blocks.end(),
                         [](const Block& one, const Block& other) { return one.distance < other.distance; });
        std::vector<Slots> all;
        for (Block& block : blocks) {
            if (all.size() < max_blocks) all.push_back(slots_of(std::move(block.places)));
        }
        return all;
    }

  private:
    struct Block {
        PlaceList places;
        double distance = 0;  ///< the sum over its pairs
    };

    [[nodiscard]] std::optional<Block> nearest(const Extent& shape) const {
        Extent ends = topology_->dimensions;
        for (std::size_t axis = 0; axis < ends.size(); ++axis) {
            if (shape[axis] == ends[axis]) {
                ends[axis] = 1;
            } else if (!topology_->ends_joined) {
                ends[axis] -= shape[axis] - 1;
            }
        }
        const std::int64_t pairs = std::int64_t{volume_of(shape)} * volume_of(shape);
        const std::int64_t stride = 1 + volume_of(ends) * pairs / max_pairs;
        std::optional<Block> best;
        std::int64_t number = 0;
        Extent corner(shape.size(), 0);
        do {
            if (number++ % stride != 0) continue;
            auto block = block_at(corner, shape);
            if (block && (!best || block->distance < best->distance)) best = std::move(block);
        } while (next_extent(corner, ends, 0));
        return best;
    }

    /// Nothing where one of its hosts may not be used.
    [[nodiscard]] std::optional<Block> block_at(const Extent& corner, const Extent& shape) const {
        Block block;
        Extent within(shape.size(), 0);
        do {
            Extent at = corner;
            for (std::size_t axis = 0; axis < at.size(); ++axis)
                at[axis] = (at[axis] + within[axis]) % topology_->dimensions[axis];
            const auto found = place_at_.find(at);
            if (found == place_at_.end()) return std::nullopt;
            block.places.push_back(found->second);
        } while (next_extent(within, shape, 0));
        for (const PlaceIndex from : block.places) {
            for (const PlaceIndex to : block.places) block.distance += (*distances_)(from, to);
        }
        std::sort(block.places.begin(), block.places.end());
        return block;
    }

    [[nodiscard]] Slots slots_of(PlaceList places) const {
        Slots chosen;
        for (const PlaceIndex place : places) {
            chosen.hosts.push_back(slots_->hosts[place]);
            chosen.capacity.push_back(slots_->capacity[place]);
        }
        return chosen;
    }

    const Slots* slots_;
    const diagnosis::Topology* topology_;
    const HostMatrix* distances_;
    std::map<Extent, PlaceIndex> place_at_;
};

}  // namespace

std::vector<Slots> grid_blocks(const Slots& slots, const diagnosis::Topology& topology,
                               const HostMatrix& distances, int ranks) {
    const int capacity = slots.capacity.front();
    const bool is_even =
        std::all_of(slots.capacity.begin(), slots.capacity.end(), [&](int one) { return one == capacity; });
    const int hosts = (ranks + capacity - 1) / capacity;
    const bool is_grid = topology.shape == diagnosis::Shape::grid && !topology.coordinates.empty();
    if (!is_grid || !is_even || hosts >= std::ssize(slots.hosts)) return {};
    return GridBlocks(slots, topology, distances).of(hosts);
}

}  // namespace fabricmap::placement
