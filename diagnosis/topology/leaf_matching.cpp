// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/leaf_matching.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// Hosts that a leaf and a group have in common.
struct Overlap {
    int common = 0;
    int either = 0;  ///< hosts in the leaf, the group or both
    int leaf = 0;
    std::size_t group = 0;
};

struct Counts {
    std::map<int, int> of_leaf;
    std::vector<int> of_group;
    std::vector<Overlap> overlaps;  ///< those that are the most alike first
};

Counts count(const List<int>& leaves, const std::vector<std::vector<int>>& groups) {
    Counts counts;
    counts.of_group.resize(groups.size());
    std::map<std::pair<int, std::size_t>, int> common;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        for (const int host : groups[g]) {
            const int leaf = leaves[host];
            if (leaf == no_leaf) continue;
            ++counts.of_leaf[leaf];
            ++counts.of_group[g];
            ++common[{leaf, g}];
        }
    }
    for (const auto& [place, hosts] : common) {
        const auto& [leaf, group] = place;
        const int either = counts.of_leaf[leaf] + counts.of_group[group] - hosts;
        counts.overlaps.push_back({hosts, either, leaf, group});
    }
    std::stable_sort(counts.overlaps.begin(), counts.overlaps.end(), [](const Overlap& a, const Overlap& b) {
        return std::tuple(-a.common, a.either) < std::tuple(-b.common, b.either);
    });
    return counts;
}

/// A leaf that is left and a group of the same size that is left belong together: all hosts of the leaf have
/// moved. Leaves that are still left share the group that most of their hosts are in.
void match_the_rest(LeafMatching& matching, const Counts& counts) {
    std::vector<bool>& is_matched = matching.has_leaf;
    for (const auto& [leaf, hosts] : counts.of_leaf) {
        if (matching.group_of_leaf.contains(leaf)) continue;
        std::size_t free = 0;
        while (free < is_matched.size() && (is_matched[free] || counts.of_group[free] != hosts)) ++free;
        if (free < is_matched.size()) {
            is_matched[free] = true;
            matching.group_of_leaf[leaf] = free;
            continue;
        }
        const auto largest = std::find_if(counts.overlaps.begin(), counts.overlaps.end(),
                                          [&, wanted = leaf](const Overlap& o) { return o.leaf == wanted; });
        matching.group_of_leaf[leaf] = largest->group;
    }
}

double likeness_of(const LeafMatching& matching, const Counts& counts) {
    double sum = 0;
    double hosts = 0;
    for (const auto& [leaf, size] : counts.of_leaf) hosts += size;
    for (const Overlap& overlap : counts.overlaps) {
        if (matching.group_of_leaf.at(overlap.leaf) != overlap.group) continue;
        sum += static_cast<double>(counts.of_leaf.at(overlap.leaf)) * overlap.common / overlap.either;
    }
    return hosts > 0 ? sum / hosts : 0;
}

}  // namespace

LeafMatching match_leaves(const List<int>& leaves, const std::vector<std::vector<int>>& groups) {
    const Counts counts = count(leaves, groups);
    LeafMatching matching;
    matching.groups = &groups;
    matching.group_of_host.resize(leaves.size());
    for (std::size_t g = 0; g < groups.size(); ++g) {
        for (const int host : groups[g]) matching.group_of_host[host] = g;
    }
    matching.has_leaf.resize(groups.size(), false);
    for (const Overlap& overlap : counts.overlaps) {
        if (matching.has_leaf[overlap.group] || matching.group_of_leaf.contains(overlap.leaf)) continue;
        matching.has_leaf[overlap.group] = true;
        matching.group_of_leaf[overlap.leaf] = overlap.group;
    }
    match_the_rest(matching, counts);
    matching.is_part_of_a_leaf.resize(groups.size(), false);
    for (const Overlap& overlap : counts.overlaps) {
        const bool is_whole = overlap.common == counts.of_group[overlap.group] && overlap.common > 1;
        if (is_whole && !matching.has_leaf[overlap.group]) matching.is_part_of_a_leaf[overlap.group] = true;
    }
    matching.likeness = likeness_of(matching, counts);
    return matching;
}

bool LeafMatching::is_elsewhere(int host, const List<int>& leaves) const {
    const int leaf = leaves[host];
    if (leaf == no_leaf) return false;
    const std::size_t group = group_of_host[host];
    return group_of_leaf.at(leaf) != group && !is_part_of_a_leaf[group];
}

}  // namespace fabricmap::diagnosis
