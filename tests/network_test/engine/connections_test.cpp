// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/round_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace fabricmap::network_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(AllPeers, AreThoseWhoTakePartFromTheNextOn) {
    EXPECT_THAT(all_peers({0, 2, 5, 6}, 5), ElementsAre(6, 0, 2));
    EXPECT_THAT(all_peers({0, 2, 5, 6}, 3), IsEmpty()) << "its host is excluded";
}

TEST(PeersInRounds, AreAsManyAsRoundsAndOnesThatHaveTheRankForAPeer) {
    constexpr int ranks = 40;
    std::vector<int> endpoints(ranks);
    std::iota(endpoints.begin(), endpoints.end(), 0);
    PerRank<RankLocation> locations;
    for (int rank = 0; rank < ranks; ++rank) locations.push_back({"host" + std::to_string(rank), rank});
    PairSample five_rounds;
    five_rounds.rounds = 5;
    const RoundPlan plan(endpoints, locations, {1, five_rounds, 7});
    for (const RankIndex rank : locations.indices()) {
        const std::vector<int> peers = plan.peers_of(rank);
        EXPECT_EQ(peers.size(), 5);
        for (const int peer : peers) EXPECT_THAT(plan.peers_of(RankIndex{peer}), ::testing::Contains(rank));
    }
}

}  // namespace
}  // namespace fabricmap::network_test
