// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/quantities.hpp"

#include <iterator>
#include <string>
#include <vector>

namespace fabricmap {

/// "0-2, 7": ascending whole numbers, those in a row as one.
template <typename Range>
[[nodiscard]] std::string format_ranges(const Range& ascending) {
    std::vector<std::string> ranges;
    for (auto number = std::begin(ascending); number != std::end(ascending);) {
        const auto first = *number;
        auto last = first;
        for (++number; number != std::end(ascending) && *number == last + 1; ++number) last = *number;
        ranges.push_back(first == last ? std::to_string(first)
                                       : std::to_string(first) + '-' + std::to_string(last));
    }
    return joined_by(ranges, ", ");
}

}  // namespace fabricmap
