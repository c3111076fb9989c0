// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/survey/pair_classes.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fabricmap::diagnosis {

/// The cells of a plane, of pairs that were measured, from which its medians are taken: all where they are
/// few, else spread by chance, the same for every plane.
struct Sampling {
    /// Those of the classes one after another, then those of the ranks: to each partner, then from each.
    std::vector<Cell> cells;
    std::vector<std::size_t> class_begin;  ///< among the cells; one more than classes
    PerRank<std::size_t> rank_begin;       ///< among the cells
    /// Partners that each rank was measured with: on other hosts, or where there is one host only, on that.
    PerRank<std::vector<RankIndex>> partners;
};

[[nodiscard]] Sampling draw_sampling(const Machine& machine, const PairClasses& classes);

}  // namespace fabricmap::diagnosis
