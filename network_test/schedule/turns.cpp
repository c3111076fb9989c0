// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/turns.hpp"

#include <algorithm>
#include <map>

namespace fabricmap::network_test {
namespace {

/// A visit that is the last so far in its position of the batches, or on its host.
struct Past {
    std::size_t number;
    RankIndex leader;
};

bool takes_part(RankIndex rank, const RankPair& pair) noexcept {
    return pair.sender == rank || pair.receiver == rank;
}

}  // namespace

std::vector<Turn> turns_of(RankIndex rank, std::span<const std::vector<RankPair>> batches,
                           const PerRank<RankLocation>& locations, const LeaderOf& leader_of) {
    std::vector<Turn> own;
    std::map<std::size_t, Past> of_position;
    std::map<int, Past> of_host;
    std::size_t number = 0;
    for (std::size_t batch = 0; batch < batches.size(); ++batch) {
        for (std::size_t position = 0; position < batches[batch].size(); ++position, ++number) {
            const RankPair& pair = batches[batch][position];
            const RankIndex leader = leader_of(pair);
            const int one_host = locations[pair.sender].node;
            const int other_host = locations[pair.receiver].node;
            std::map<std::size_t, RankIndex> before;  // leaders, by number
            const auto must_precede = [&](const auto& pasts, auto key) {
                const auto found = pasts.find(key);
                if (found != pasts.end()) before[found->second.number] = found->second.leader;
            };
            must_precede(of_position, position);
            must_precede(of_host, one_host);
            must_precede(of_host, other_host);
            of_position[position] = of_host[one_host] = of_host[other_host] = {number, leader};
            if (takes_part(rank, pair)) own.push_back({number, batch, pair, 0, {}});
            for (const auto& [past, past_leader] : before) {
                if (past_leader == leader) continue;  // which does one after the other
                if (leader == rank) ++own.back().awaited;
                if (past_leader != rank) continue;
                const auto preceding = std::find_if(
                    own.begin(), own.end(), [past = past](const Turn& turn) { return turn.number == past; });
                preceding->waiting.push_back({leader, number});
            }
        }
    }
    return own;
}

}  // namespace fabricmap::network_test
