// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace fabricmap {

/// How many hosts send to one at once in a run of incast: 1, 2, 4, ..., all others. Hosts stand in the order
/// of their first ranks, which alone take part; the one `distance` places after the receiver, counted around,
/// sends from the first level on that is as large, and the pair keeps what it took there.
[[nodiscard]] inline std::vector<std::int64_t> incast_levels(std::int64_t hosts) {
    std::vector<std::int64_t> levels;
    for (std::int64_t senders = 1; senders < hosts - 1; senders *= 2) levels.push_back(senders);
    if (hosts > 1) levels.push_back(hosts - 1);
    return levels;
}

/// The place in the levels of a host that stands so far after the receiver: from 1 to the last level.
[[nodiscard]] inline std::size_t incast_level_of(const std::vector<std::int64_t>& levels,
                                                 std::int64_t distance) {
    return static_cast<std::size_t>(std::lower_bound(levels.begin(), levels.end(), distance) -
                                    levels.begin());
}

}  // namespace fabricmap
