// SPDX-License-Identifier: Apache-2.0
#include "measuring/clock/clock_tree.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <set>

namespace fabricmap {
namespace {

/// The first rank of each clock, ascending.
std::vector<int> leaders_of(std::span<const int> clock_of_rank) {
    std::vector<int> leaders;
    std::set<int> seen;
    for (std::size_t rank = 0; rank < clock_of_rank.size(); ++rank) {
        if (seen.insert(clock_of_rank[rank]).second) leaders.push_back(static_cast<int>(rank));
    }
    return leaders;
}

/// Without its lowest bit a leader's position is its parent's.
void join_binomial_tree(const std::vector<int>& leaders, std::size_t position, ClockTreeNode& node) {
    if (position > 0) node.parent = leaders[position & (position - 1)];
    const std::size_t end = position > 0 ? position & (~position + 1) : std::bit_ceil(leaders.size());
    for (std::size_t step = end / 2; step > 0; step /= 2) {
        if (position + step < leaders.size()) node.children.push_back(leaders[position + step]);
    }
}

void join_ring(const std::vector<int>& leaders, std::size_t position, ClockTreeNode& node) {
    if (position > 0) node.parent = leaders[position - 1];
    if (position + 1 < leaders.size()) node.children = {leaders[position + 1]};
}

void join_star(const std::vector<int>& leaders, std::size_t position, ClockTreeNode& node) {
    if (position > 0) {
        node.parent = leaders.front();
    } else {
        node.children.assign(leaders.begin() + 1, leaders.end());
    }
}

}  // namespace

std::string_view name_of(ClockSync sync) noexcept {
    switch (sync) {
        case ClockSync::linear:
            return "linear";
        case ClockSync::ring:
            return "ring";
        case ClockSync::tree:
            break;
    }
    return "tree";
}

ClockTreeNode clock_tree_node(int rank, std::span<const int> clock_of_rank, ClockSync sync) {
    const int own_clock = clock_of_rank[static_cast<std::size_t>(rank)];
    const auto first = std::find(clock_of_rank.begin(), clock_of_rank.end(), own_clock);
    const auto leader = static_cast<int>(first - clock_of_rank.begin());
    if (leader != rank) return {leader, true, {}, {}};

    ClockTreeNode node;
    const std::vector<int> leaders = leaders_of(clock_of_rank);
    const auto position = std::find(leaders.begin(), leaders.end(), rank) - leaders.begin();
    constexpr std::array joins{join_binomial_tree, join_star, join_ring};
    joins.at(static_cast<std::size_t>(sync))(leaders, static_cast<std::size_t>(position), node);
    for (std::size_t other = 0; other < clock_of_rank.size(); ++other) {
        const auto other_rank = static_cast<int>(other);
        if (other_rank != rank && clock_of_rank[other] == own_clock) node.sharers.push_back(other_rank);
    }
    return node;
}

std::size_t clock_count(std::span<const int> clock_of_rank) {
    return std::set<int>(clock_of_rank.begin(), clock_of_rank.end()).size();
}

}  // namespace fabricmap
