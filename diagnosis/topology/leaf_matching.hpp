// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace fabricmap::diagnosis {

constexpr int no_leaf = -1;

/// Which measured group is which declared leaf. Groups are matched one to one, those with the most hosts in
/// common first. Where there are fewer groups than leaves, several leaves may be in one; where there are
/// more, a leaf may consist of several.
struct LeafMatching {
    const std::vector<std::vector<int>>* groups = nullptr;
    List<std::size_t> group_of_host;
    std::map<int, std::size_t> group_of_leaf;
    std::vector<bool> has_leaf;  ///< of each group: a leaf is matched with it
    /// Of each group: it has no leaf of its own, but all of it is of one leaf.
    std::vector<bool> is_part_of_a_leaf;
    double likeness = 0;  ///< mean share of hosts in common between leaves and their groups (Jaccard's)

    /// Whether a host is measured in another group than that of its declared leaf.
    [[nodiscard]] bool is_elsewhere(int host, const List<int>& leaves) const;
};

/// `leaves` has the declared leaf of each host, or `no_leaf`; such hosts do not count.
[[nodiscard]] LeafMatching match_leaves(const List<int>& leaves, const std::vector<std::vector<int>>& groups);

}  // namespace fabricmap::diagnosis
