// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/machine/delays.hpp"
#include "placement/machine/slots.hpp"
#include "placement/patterns/pattern.hpp"

namespace fabricmap::placement {

/// From there on messages are long: longer than Hockney's half-performance length (Parallel Computing 20,
/// 1994), so that at least half of their delay is transfer.
inline constexpr double min_transfer_ratio_of_long = 2;

/// The delays of all messages over those that as many of the shortest measured length would have, both as the
/// mean over pairs of the slots' hosts.
[[nodiscard]] double transfer_ratio_of(const Pattern& pattern, const HostDelays& delays, const Slots& slots);

}  // namespace fabricmap::placement
