// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/machine/delays.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fabricmap::placement {

/// Hosts that may be used, in the order in which a launcher fills them, and how many ranks each takes.
struct Slots {
    std::vector<int> hosts;     ///< indices of HostDelays::hosts
    std::vector<int> capacity;  ///< of each of them

    [[nodiscard]] int total() const noexcept;
};

/// What a user may say about the slots.
struct SlotRequest {
    std::optional<std::string> hosts;   ///< a host list; nothing: all, in the run's order
    std::vector<std::string> avoided;   ///< hosts that may not be used
    std::optional<int> slots_per_host;  ///< nothing: as many as the run had ranks there
};

/// Throws UsageError that names the option: a host that the run does not have, or nothing left.
[[nodiscard]] Slots slots_of(const HostDelays& delays, const SlotRequest& request);

/// Groups of hosts that share a switch, from the leaves up, as indices of `slots.hosts`: each level a
/// partition. Empty for grids and machines without levels.
[[nodiscard]] std::vector<std::vector<std::vector<int>>> levels_of(const HostDelays& delays,
                                                                   const Slots& slots);

}  // namespace fabricmap::placement
