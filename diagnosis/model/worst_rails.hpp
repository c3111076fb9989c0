// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace fabricmap::diagnosis {

/// Between two hosts each slot has a rail, to the same slot of the other one. How the worst rail of a pair of
/// hosts compares with the typical one of that pair, at the longest messages.
struct WorstRails {
    std::size_t rails = 0;  ///< of a pair
    std::int64_t length_bytes = 0;
    double median_factor = 1;  ///< how many times as long the worst one takes, in the median over the pairs
    /// The worst of all, where it stands out among those of other pairs.
    bool stands_out = false;
    double factor = 1;
    std::string sender;
    std::string receiver;
    std::size_t slot = 0;
};

}  // namespace fabricmap::diagnosis
