// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace fabricmap {

/// Where one rank stands in the tree along which the common time, rank 0's, is handed down. The first rank of
/// each clock leads those that share it; the leaders form a binomial tree, so that with C clocks nobody is
/// more than log2(C) exchanges away from rank 0.
struct ClockTreePlace {
    int parent = -1;  ///< the rank whose clock this one reads; -1 for rank 0
    bool shares_with_parent = false;
    std::vector<int> children;  ///< leaders that read this rank's clock, those of large subtrees first
    std::vector<int> sharers;   ///< ranks that share this leader's clock, without itself
};

/// `clock_of_rank`: ranks with the same number share a clock.
[[nodiscard]] ClockTreePlace place_in_clock_tree(int rank, std::span<const int> clock_of_rank);

/// How many clocks there are.
[[nodiscard]] std::size_t clock_count(std::span<const int> clock_of_rank);

}  // namespace fabricmap
