// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/patterns/pattern.hpp"

#include <vector>

namespace fabricmap::placement {

/// Called by all ranks together. Steps that begin at one moment of the ranks' common time: ranks leave a
/// barrier at different times, by as much as a message takes, which would count as part of the step.
/// `patterns` take turns, each first as often as the others, so that what disturbs the machine disturbs all.
/// On every rank the seconds from that moment until the slowest rank has ended, of each pattern and step.
[[nodiscard]] std::vector<std::vector<double>> times_of_steps(const std::vector<Pattern>& patterns, int rank,
                                                              int steps);

}  // namespace fabricmap::placement
