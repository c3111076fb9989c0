// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace fabricmap {

/// Who reads whose clock (`--clock-sync`). With C clocks nobody is more than log2(C) exchanges away from
/// rank 0 in a binomial tree, which takes as many steps; one in a linear scheme, in which rank 0 shows its
/// clock to all others in turn; C − 1 in a ring, in which each reads that of the one before.
enum class ClockSync : std::uint8_t { tree, linear, ring };

inline constexpr std::array all_clock_syncs{ClockSync::tree, ClockSync::linear, ClockSync::ring};

/// "tree", "linear", "ring".
[[nodiscard]] std::string_view name_of(ClockSync sync) noexcept;

/// Where one rank stands in the tree along which the common time, rank 0's, is handed down. The first rank of
/// each clock leads those that share it; the leaders form the tree.
struct ClockTreeNode {
    int parent = -1;  ///< the rank whose clock this one reads; -1 for rank 0
    bool shares_with_parent = false;
    std::vector<int> children;  ///< leaders that read this rank's clock, those of large subtrees first
    std::vector<int> sharers;   ///< ranks that share this leader's clock, without itself
};

/// `clock_of_rank`: ranks with the same number share a clock.
[[nodiscard]] ClockTreeNode clock_tree_node(int rank, std::span<const int> clock_of_rank,
                                            ClockSync sync = ClockSync::tree);

/// How many clocks there are.
[[nodiscard]] std::size_t clock_count(std::span<const int> clock_of_rank);

}  // namespace fabricmap
