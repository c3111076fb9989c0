// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/pair_batches.hpp"

#include "small_stage.hpp"
#include "tests/network_test/rank_pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace fabricmap::network_test {
namespace {

using testing::rank_pair;
using testing::rank_pairs;

using ::testing::ElementsAre;

const PerRank<RankLocation> four_hosts{{"a", 0}, {"b", 1}, {"c", 2}, {"d", 3}};

TEST(HostDisjointBatches, HoldEachPairOnceAndNoHostTwice) {
    const PerRank<RankLocation> locations{{"a", 0}, {"a", 0}, {"b", 1}, {"c", 2}, {"d", 3}};
    const std::vector<RankPair> pairs = rank_pairs({{0, 2}, {1, 3}, {3, 4}, {2, 4}});
    const auto batches = host_disjoint_batches(pairs, locations, 10);
    EXPECT_EQ(batches.front().front(), rank_pair(0, 2));
    std::size_t held = 0;
    for (const auto& batch : batches) {
        std::set<int> hosts;
        for (const RankPair& pair : batch) {
            ++held;
            for (const RankIndex rank : {pair.sender, pair.receiver})
                EXPECT_TRUE(hosts.insert(locations[rank].node).second);
        }
    }
    EXPECT_EQ(held, pairs.size());
}

TEST(HostDisjointBatches, HoldDisjointPairsTogetherUpToTheNumberAtOnce) {
    const std::vector<RankPair> pairs = rank_pairs({{0, 1}, {2, 3}});
    EXPECT_EQ(host_disjoint_batches(pairs, four_hosts, 10).size(), 1);
    EXPECT_EQ(host_disjoint_batches(pairs, four_hosts, 2).size(), 1);
    EXPECT_EQ(host_disjoint_batches(pairs, four_hosts, 1).size(), 2);
}

TEST(HostDisjointBatches, FillBatchesBeforeTheyBeginFurtherOnes) {
    PerRank<RankLocation> locations;
    std::vector<RankPair> pairs;
    for (int rank = 0; rank < 40; ++rank) locations.push_back({"h" + std::to_string(rank), rank});
    for (int rank = 0; rank < 40; rank += 2) pairs.push_back(rank_pair(rank, rank + 1));
    const auto batches = host_disjoint_batches(pairs, locations, 8);
    ASSERT_EQ(batches.size(), 3);
    EXPECT_THAT((std::vector{batches[0].size(), batches[1].size(), batches[2].size()}), ElementsAre(8, 8, 4));
}

TEST(GatherPairs, GivesAllRanksThePairsOfAll) {
    std::vector<RankPair> own;
    for (int k = 0; k < own_rank(); ++k) own.push_back(rank_pair(own_rank(), k));
    const std::vector<RankPair> all = gather_pairs(own, MPI_COMM_WORLD);
    std::vector<RankPair> expected;
    for (int rank = 0; rank < job_size(); ++rank) {
        for (int k = 0; k < rank; ++k) expected.push_back(rank_pair(rank, k));
    }
    EXPECT_EQ(all, expected);
}

}  // namespace
}  // namespace fabricmap::network_test
