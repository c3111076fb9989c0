// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/round_plan.hpp"

#include "base/mixing.hpp"

#include <algorithm>
#include <set>

namespace fabricmap::network_test {
namespace {

constexpr std::uint64_t hosts_key = 1;
constexpr std::uint64_t choice_key = 2;

PerEndpoint<int> nodes_of(const std::vector<int>& endpoints, const PerRank<RankLocation>& locations) {
    PerEndpoint<int> nodes;
    nodes.reserve(endpoints.size());
    for (const RankIndex rank : ranks_of(endpoints)) nodes.push_back(locations[rank].node);
    return nodes;
}

std::int64_t count_classes(const PerEndpoint<int>& nodes) {
    const std::set<int> hosts(nodes.begin(), nodes.end());
    return (hosts.size() > 1 ? 1 : 0) + (hosts.size() < nodes.size() ? 1 : 0);
}

}  // namespace

RoundPlan::RoundPlan(const std::vector<int>& endpoints, const PerRank<RankLocation>& locations,
                     const Settings& settings)
    : rank_of_(ranks_of(endpoints)),
      endpoint_of_(locations.size()),
      rounds_(nodes_of(endpoints, locations), settings.active_per_node, mix(settings.seed, hosts_key)),
      choice_(rounds_.count(), mix(settings.seed, choice_key)),
      rounds_in_use_(settings.sample.of(rounds_.count())),
      classes_(count_classes(nodes_of(endpoints, locations))),
      has_hosts_together_(settings.active_per_node == Rounds::hosts_together) {
    for (const EndpointIndex endpoint : rank_of_.indices()) endpoint_of_[rank_of_[endpoint]] = endpoint;
}

std::optional<RankIndex> RoundPlan::partner(std::int64_t position, RankIndex rank) const {
    const std::optional<EndpointIndex> endpoint = endpoint_of_[rank];
    if (!endpoint) return std::nullopt;
    const auto meeting = rounds_.meeting(round_at(position), *endpoint);
    if (!meeting || meeting->slot % parts_ != position % parts_) return std::nullopt;
    return rank_of_[meeting->partner];
}

std::vector<int> RoundPlan::peers_of(RankIndex rank) const {
    std::set<int> peers;
    for (std::int64_t position = 0; position < positions(); ++position) {
        if (const auto peer = partner(position, rank)) peers.insert(*peer);
    }
    return {peers.begin(), peers.end()};
}

std::vector<RankPair> RoundPlan::pairs(std::int64_t position) const {
    std::vector<RankPair> pairs;
    for (const RankIndex rank : rank_of_) {
        const auto other = partner(position, rank);
        if (other && rank < *other) pairs.push_back({rank, *other});
    }
    return pairs;
}

std::vector<int> all_peers(const std::vector<int>& endpoints, int rank) {
    const auto own = std::lower_bound(endpoints.begin(), endpoints.end(), rank);
    if (own == endpoints.end() || *own != rank) return {};
    std::vector<int> peers(own + 1, endpoints.end());
    peers.insert(peers.end(), endpoints.begin(), own);
    return peers;
}

}  // namespace fabricmap::network_test
