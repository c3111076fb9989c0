// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/groups.hpp"

#include <algorithm>
#include <optional>

namespace fabricmap::collective_test {
namespace {

/// One rank of each host in turn: those of the first host stand furthest apart in it.
std::vector<int> hosts_in_turn(std::span<const int> endpoints, const std::vector<RankLocation>& locations) {
    std::map<int, int> taken;
    std::vector<std::pair<int, int>> order;
    order.reserve(endpoints.size());
    for (const int rank : endpoints)
        order.emplace_back(taken[locations[static_cast<std::size_t>(rank)].node]++, rank);
    std::sort(order.begin(), order.end());
    std::vector<int> ranks;
    ranks.reserve(order.size());
    for (const auto& [turn, rank] : order) ranks.push_back(rank);
    return ranks;
}

}  // namespace

int Group::rank_of(int job_rank) const {
    return static_cast<int>(std::lower_bound(members.begin(), members.end(), job_rank) - members.begin());
}

std::vector<int> pick_members(std::span<const int> endpoints, const std::vector<RankLocation>& locations,
                              int count, PickRanks pick) {
    std::vector<int> members = pick == PickRanks::spread
                                   ? hosts_in_turn(endpoints, locations)
                                   : std::vector<int>(endpoints.begin(), endpoints.end());
    members.resize(static_cast<std::size_t>(count));
    std::sort(members.begin(), members.end());
    return members;
}

Group split_ranks(MPI_Comm all, std::span<const int> group_of_rank) {
    int rank = 0;
    MPI_Comm_rank(all, &rank);
    const int own = group_of_rank[static_cast<std::size_t>(rank)];
    Group group;
    for (std::size_t other = 0; other < group_of_rank.size(); ++other) {
        if (group_of_rank[other] == own) group.members.push_back(static_cast<int>(other));
    }
    group.comm = std::make_unique<Communicator>(all, own < 0 ? std::nullopt : std::optional(own));
    return group;
}

std::vector<Group> groups_in(std::span<const int> group_of_rank) {
    std::vector<Group> groups;
    std::map<int, std::size_t> place_of;
    for (std::size_t rank = 0; rank < group_of_rank.size(); ++rank) {
        if (group_of_rank[rank] < 0) continue;
        const auto [place, is_new] = place_of.emplace(group_of_rank[rank], groups.size());
        if (is_new) groups.emplace_back();
        groups[place->second].members.push_back(static_cast<int>(rank));
    }
    return groups;
}

const Group& Groups::of(int ranks) {
    const auto known = groups_.find(ranks);
    if (known != groups_.end()) return known->second;
    const std::vector<int> members = pick_members(endpoints_, locations_, ranks, pick_);
    std::vector<int> group_of_rank(locations_.size(), -1);
    for (const int member : members) group_of_rank[static_cast<std::size_t>(member)] = 0;
    Group group = split_ranks(all_, group_of_rank);
    group.members = members;
    return groups_.emplace(ranks, std::move(group)).first->second;
}

}  // namespace fabricmap::collective_test
