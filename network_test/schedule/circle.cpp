// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/circle.hpp"

#include <algorithm>

namespace fabricmap::network_test {

std::optional<Circle::Meeting> Circle::meeting(std::int64_t round, std::int64_t player) const noexcept {
    const std::int64_t around = seats_ - 1;
    const std::int64_t still = seats_ - 1;
    // The axis goes through the seat that meets the one who stands still: half of the round, around being
    // odd.
    const std::int64_t axis = round * (seats_ / 2) % around;
    const std::int64_t from_axis = player == still ? 0 : (player - axis + around) % around;
    const std::int64_t mirrored = (axis - from_axis + around) % around;
    std::int64_t partner = mirrored;
    if (from_axis == 0) partner = player == still ? axis : still;
    if (partner >= players_) return std::nullopt;
    // The dummy's meeting would be the first.
    const std::int64_t first = players_ % 2;
    return Meeting{partner, std::min(from_axis, around - from_axis) - first};
}

}  // namespace fabricmap::network_test
