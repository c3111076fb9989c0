// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/part.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// What a part sends and receives at each length of the run, in times of what healthy pairs of their classes
/// take: medians over some of its pairs. NaN where nothing was measured.
struct PartCurves {
    Part part;
    std::vector<double> sends;      ///< of a part with two ends: from the first to the second
    std::vector<double> receives;   ///< the other way
    std::vector<double> peers_low;  ///< the quartiles of what other hosts send and receive, or of other pairs
    std::vector<double> peers;      ///< their median
    std::vector<double> peers_high;
    std::vector<double> sent_before;  ///< the part's own in the baseline; empty without one
    std::vector<double> received_before;
};

}  // namespace fabricmap::diagnosis
