// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/round_plan.hpp"

#include "base/mixing.hpp"

#include <algorithm>
#include <set>

namespace fabricmap::network_test {
namespace {

constexpr std::uint64_t hosts_key = 1;
constexpr std::uint64_t choice_key = 2;

std::vector<int> nodes_of(const std::vector<int>& parties, const std::vector<RankPlace>& places) {
    std::vector<int> nodes;
    nodes.reserve(parties.size());
    for (const int rank : parties) nodes.push_back(places[static_cast<std::size_t>(rank)].node);
    return nodes;
}

std::int64_t count_classes(const std::vector<int>& nodes) {
    const std::set<int> hosts(nodes.begin(), nodes.end());
    return (hosts.size() > 1 ? 1 : 0) + (hosts.size() < nodes.size() ? 1 : 0);
}

}  // namespace

RoundPlan::RoundPlan(const std::vector<int>& parties, const std::vector<RankPlace>& places,
                     const Settings& settings)
    : parties_(parties),
      party_of_(places.size(), -1),
      rounds_(nodes_of(parties, places), settings.active_per_node, mix(settings.seed, hosts_key)),
      choice_(rounds_.count(), mix(settings.seed, choice_key)),
      rounds_in_use_(settings.sample.of(rounds_.count())),
      classes_(count_classes(nodes_of(parties, places))) {
    for (std::size_t party = 0; party < parties.size(); ++party) {
        party_of_[static_cast<std::size_t>(parties[party])] = static_cast<int>(party);
    }
}

std::optional<int> RoundPlan::partner(std::int64_t position, int rank) const {
    const int party = party_of_[static_cast<std::size_t>(rank)];
    if (party < 0) return std::nullopt;
    const auto meeting = rounds_.meeting(round_at(position), party);
    if (!meeting || meeting->slot % parts_ != position % parts_) return std::nullopt;
    return parties_[static_cast<std::size_t>(meeting->partner)];
}

std::vector<int> RoundPlan::peers_of(int rank) const {
    std::set<int> peers;
    for (std::int64_t position = 0; position < positions(); ++position) {
        if (const auto peer = partner(position, rank)) peers.insert(*peer);
    }
    return {peers.begin(), peers.end()};
}

std::vector<RankPair> RoundPlan::pairs(std::int64_t position) const {
    std::vector<RankPair> pairs;
    for (const int rank : parties_) {
        const auto other = partner(position, rank);
        if (other && rank < *other) pairs.push_back({rank, *other});
    }
    return pairs;
}

std::vector<int> all_peers(const std::vector<int>& parties, int rank) {
    const auto own = std::lower_bound(parties.begin(), parties.end(), rank);
    if (own == parties.end() || *own != rank) return {};
    std::vector<int> peers(own + 1, parties.end());
    peers.insert(peers.end(), parties.begin(), own);
    return peers;
}

}  // namespace fabricmap::network_test
