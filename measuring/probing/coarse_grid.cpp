// SPDX-License-Identifier: Apache-2.0
#include "measuring/probing/coarse_grid.hpp"

#include <algorithm>
#include <limits>

namespace fabricmap {

std::vector<std::int64_t> coarse_grid(const LengthBounds& bounds) {
    std::vector<std::int64_t> lengths{bounds.first_bytes, bounds.last_bytes};
    const auto add = [&](std::int64_t length) {
        if (length > bounds.first_bytes && length < bounds.last_bytes) lengths.push_back(length);
    };
    for (std::int64_t power = 1; power - 1 <= bounds.last_bytes; power *= 2) {
        for (const std::int64_t length : {power - 1, power, power + 1}) add(length);
        if (power > std::numeric_limits<std::int64_t>::max() / 4) break;
        if (power > 1) add(power / 2 * 3);
    }
    return merged({}, lengths);
}

std::vector<std::int64_t> merged(std::vector<std::int64_t> lengths, const std::vector<std::int64_t>& more) {
    lengths.insert(lengths.end(), more.begin(), more.end());
    std::sort(lengths.begin(), lengths.end());
    lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    return lengths;
}

}  // namespace fabricmap
