// SPDX-License-Identifier: Apache-2.0
#include "network_test/probing/class_pairs.hpp"

#include "base/mixing.hpp"

#include <algorithm>
#include <map>
#include <span>

namespace fabricmap::network_test {
namespace {

using Ranks = std::vector<RankIndex>;

/// The ranks of each host, in an order drawn from the seed.
std::vector<Ranks> shuffled_hosts(const PerRank<RankLocation>& locations, const std::vector<int>& endpoints,
                                  std::uint64_t& seed) {
    std::map<int, Ranks> by_node;
    for (const RankIndex rank : ranks_of(endpoints)) by_node[locations[rank].node].push_back(rank);
    std::vector<Ranks> hosts;
    hosts.reserve(by_node.size());
    for (auto& [node, ranks] : by_node) hosts.push_back(std::move(ranks));
    shuffle(std::span(hosts), seed);
    return hosts;
}

RankIndex draw_from(const Ranks& ranks, std::uint64_t& seed) {
    return ranks[draw_below(seed, ranks.size())];
}

}  // namespace

std::vector<RankPair> representative_pairs(const PerRank<RankLocation>& locations,
                                           const std::vector<int>& endpoints, PairClass pair_class, int most,
                                           std::uint64_t seed) {
    std::vector<Ranks> hosts = shuffled_hosts(locations, endpoints, seed);
    const bool within = pair_class == PairClass::same_host;
    if (within) std::erase_if(hosts, [](const Ranks& ranks) { return ranks.size() < 2; });
    if (hosts.size() < (within ? 1U : 2U)) return {};
    std::vector<RankPair> pairs;
    // Where there are few pairs, they are soon drawn twice.
    const std::size_t attempts = 16 * static_cast<std::size_t>(most);
    for (std::size_t k = 0; k < attempts && pairs.size() < static_cast<std::size_t>(most); ++k) {
        const Ranks& senders = hosts[k % hosts.size()];
        const Ranks& receivers = within ? senders : hosts[(k + 1) % hosts.size()];
        const RankPair pair{draw_from(senders, seed), draw_from(receivers, seed)};
        const bool is_new = std::find(pairs.begin(), pairs.end(), pair) == pairs.end();
        if (pair.sender != pair.receiver && is_new) pairs.push_back(pair);
    }
    return pairs;
}

}  // namespace fabricmap::network_test
