// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/placing/place.hpp"

namespace fabricmap::placement {

/// What one mapping saves of the delays of another, with its interval.
[[nodiscard]] Gain gain_of(const Valuer& valuer, const Value& after, const Value& before,
                           const PerRank<HostIndex>& found, const PerRank<HostIndex>& by_slot_hosts);

}  // namespace fabricmap::placement
