// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/probing/trend.hpp"
#include "measuring/probing/visits.hpp"

#include <cstdint>
#include <vector>

namespace fabricmap {

/// What counts as a jump.
struct BreakRules {
    double min_fraction = 0.05;  ///< of the delay beside it
    double min_step_s = 0;       ///< resolution of the clock
};

struct BreakSearch {
    std::vector<Breakpoint> breaks;    ///< ascending
    std::vector<std::int64_t> probed;  ///< lengths measured beside the grid's, in this order
};

/// Finds where the delays jump, to the byte: gaps of the grid over which the delay rises or falls otherwise
/// than the slopes around them predict are halved. Of two halves the one with the greater rise (or fall)
/// holds the jump; each visit of the three lengths has a vote, and visits are added until one side leads
/// clearly (Wald, Sequential Tests of Statistical Hypotheses, 1945). A half that nobody voted for is searched
/// as well where its own rise is unexplained. Where the slopes leave it open whether a gap holds a jump, the
/// bend at its middle decides. A jump counts when the two lengths beside it differ by more than the rules ask
/// for and than their noise.
///
/// What leaves no trace at the grid's lengths stays unseen: two jumps within a gap that cancel each other
/// out. Deterministic in what `measure` returns.
[[nodiscard]] BreakSearch find_breaks(const std::vector<std::int64_t>& grid, const MeasureVisits& measure,
                                      const BreakRules& rules);

}  // namespace fabricmap
