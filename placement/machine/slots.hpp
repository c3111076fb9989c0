// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/machine/delays.hpp"
#include "placement/machine/place_index.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::placement {

/// Hosts that may be used, in the order in which a launcher fills them, and how many ranks each takes.
struct Slots {
    PerPlace<HostIndex> hosts;
    PerPlace<int> capacity;

    [[nodiscard]] int total() const noexcept;
    [[nodiscard]] std::map<HostIndex, PlaceIndex> place_of_hosts() const;
};

/// What a user may say about the slots.
struct SlotRequest {
    std::optional<std::string> hosts;   ///< a host list; nothing: all, in the run's order
    std::vector<std::string> avoided;   ///< hosts that may not be used
    std::optional<int> slots_per_host;  ///< nothing: as many as the run had ranks there
};

/// Throws UsageError that names the option: a host that the run does not have, or nothing left.
[[nodiscard]] Slots slots_of(const HostDelays& delays, const SlotRequest& request);

/// Groups of hosts that share a switch, from the leaves up: each level a partition.
using PlaceLevels = std::vector<std::vector<PlaceList>>;

/// Empty for grids and machines without levels.
[[nodiscard]] PlaceLevels levels_of(const HostDelays& delays, const Slots& slots);

}  // namespace fabricmap::placement
