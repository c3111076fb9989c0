// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/problem/problem.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::placement {

/// A machine as Scotch has it: one of the three.
struct ScotchMachine {
    // A tree: sons of a node from the root down to the slots, and what a message costs that turns there.
    std::vector<int> sons;
    std::vector<int> costs;
    std::vector<int> torus;              ///< hosts along each axis, the first fastest
    PlaceList halved_order;              ///< of hosts, near ones side by side: a tree of halves
    const Problem* distances = nullptr;  ///< between those
};

/// The terminal (a slot of the tree, a host of the others) of each rank. Graph: the problem's, weights summed
/// over channels. One thread, and nothing random but the seed: the same on every machine. Nothing without
/// Scotch, or where it fails.
[[nodiscard]] std::optional<std::vector<int>> scotch_mapping(const Problem& problem,
                                                             const ScotchMachine& machine,
                                                             std::uint64_t seed);

}  // namespace fabricmap::placement
