// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"
#include "viewer/reading/displayed.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::viewer {

/// Values over the message lengths, with a band about them.
struct Curve {
    std::string name;            ///< "rank 3 on node01 → rank 7 on node02"
    std::vector<double> low;     ///< one a length, or empty: no band; NaN where nothing was measured
    std::vector<double> middle;  ///< one a length
    std::vector<double> high;    ///< as low
    Endpoint sender{};           ///< where the curve is that of a pair
    Endpoint receiver{};
};

/// A protocol threshold: between two neighbouring lengths.
struct ProtocolBreak {
    std::int64_t before_bytes = 0;
    std::int64_t after_bytes = 0;
    std::string class_name;
    double jump_s = 0;  ///< 0 where the delay bends only
};

/// What the plot of pairs shows.
struct CurveSet {
    std::vector<std::int64_t> lengths;  ///< bytes, ascending
    std::vector<Curve> curves;
    std::vector<ProtocolBreak> breaks;
    Quantity quantity = Quantity::delay;
    Content content = Content::delay;
    std::vector<std::string> steps{};  ///< what stands in the place of each length, which is then its number
};

}  // namespace fabricmap::viewer
