// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// Where the curves of the classes break, ascending by length, and the straight segments between.
struct ThresholdSearch {
    std::vector<Threshold> thresholds;
    std::vector<ClassThresholds> segments;
};

/// Looks for breaks in each class's median curve by optimal partitioning (see clusterizer/segments.hpp), and
/// keeps those where the delay jumps or bends by a fraction that matters: smaller steps are real, but no
/// protocol's.
[[nodiscard]] ThresholdSearch find_thresholds(const std::vector<std::int64_t>& lengths,
                                              const std::vector<ClassCurve>& classes);

/// Fewest lengths that can show a break.
inline constexpr std::size_t min_lengths_for_thresholds = 6;

}  // namespace fabricmap::diagnosis
