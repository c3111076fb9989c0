// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/machine/delays.hpp"
#include "placement/machine/place_index.hpp"

namespace fabricmap::placement {

/// Seconds for which a byte keeps an adapter busy, as measured: the growth of delays between hosts from the
/// shortest length to the longest; 0 where only one was measured.
[[nodiscard]] double adapter_seconds_a_byte(const HostDelays& delays);

/// Hosts × hosts: for how long each byte that leaves a host keeps its other ranks from the adapter; 0 within
/// hosts, and where hosts have one rank each. A delay is that of one message alone, and shows none of it.
[[nodiscard]] HostMatrix adapter_seconds(const HostDelays& delays, const PerPlace<int>& capacity);

}  // namespace fabricmap::placement
