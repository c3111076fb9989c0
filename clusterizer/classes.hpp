// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/sample.hpp"

#include <cstddef>
#include <limits>
#include <vector>

namespace fabricmap::clusterizer {

/// Lengths next to each other.
struct Planes {
    std::size_t first = 0;
    std::size_t count = 0;

    friend bool operator==(const Planes&, const Planes&) = default;
};

/// Pairs that are served alike.
struct PairClass {
    std::vector<double> centre;  ///< one delay a length
    std::size_t pairs = 0;       ///< of those sampled
};

/// The classes of the sampled pairs over some lengths, and how far their values stray. Spreads are
/// differences of logarithms, that is, relative.
struct Classes {
    std::vector<PairClass> all;  ///< most populous first
    /// Standard deviation of a value from its class, from the middle half; NaN where too few values tell.
    double noise = std::numeric_limits<double>::quiet_NaN();
    double reach = 0;        ///< so far stray all but about one value in a hundred pairs
    double pair_spread = 0;  ///< standard deviation of a pair's mean over the lengths from its class's
};

/// Looks at one of `share` sampled pairs. Pairs that lack a positive value at one of the lengths are in no
/// class. Classes are told apart by the mean of the logarithms, whose noise falls with the number of lengths,
/// and then by the whole curve. Their reach is that of pairs over `lengths_of_run`, where those are more.
[[nodiscard]] Classes find_classes(const Sample& sample, const Planes& planes, std::size_t share = 1,
                                   std::size_t lengths_of_run = 0);

}  // namespace fabricmap::clusterizer
