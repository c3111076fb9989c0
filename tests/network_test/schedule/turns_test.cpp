// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/turns.hpp"

#include "tests/network_test/rank_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace fabricmap::network_test {
namespace {

using testing::pair_batches;

using PairBatches = std::vector<std::vector<RankPair>>;

PerRank<RankLocation> two_ranks_a_host(int ranks) {
    PerRank<RankLocation> locations;
    for (int rank = 0; rank < ranks; ++rank) locations.push_back({"h" + std::to_string(rank / 2), rank / 2});
    return locations;
}

RankIndex sender_of(const RankPair& pair) {
    return pair.sender;
}

/// Which visits each must wait for, as all ranks together know them: by their leaders' own order and by the
/// words they send.
std::map<std::size_t, std::vector<std::size_t>> waits(const PairBatches& batches, int ranks) {
    std::map<std::size_t, std::vector<std::size_t>> before;
    for (const RankIndex rank : IndexRange<RankIndex>(ranks)) {
        std::size_t last = std::string::npos;
        for (const Turn& turn : turns_of(rank, batches, two_ranks_a_host(ranks), sender_of)) {
            for (const Turn::Waiting& waiting : turn.waiting) before[waiting.number].push_back(turn.number);
            if (last != std::string::npos) before[turn.number].push_back(last);
            last = turn.number;
        }
    }
    return before;
}

TEST(Turns, AVisitWaitsForItsPlaceAndForBothHosts) {
    // Hosts are 0 1, 2 3, 4 5, 6 7 and 8 9.
    const PairBatches batches = pair_batches({{{0, 2}, {4, 6}}, {{8, 1}, {3, 5}}});
    const auto before = waits(batches, 10);
    EXPECT_FALSE(before.contains(0));
    EXPECT_FALSE(before.contains(1));
    EXPECT_EQ(before.at(2), std::vector<std::size_t>{0});       // its position, and host 0 of rank 1
    EXPECT_EQ(before.at(3), (std::vector<std::size_t>{0, 1}));  // host 1 of rank 3; its position and host 2
}

TEST(Turns, LeadersAwaitAsManyWordsAsAreSentToThem) {
    const PairBatches batches =
        pair_batches({{{0, 2}, {4, 6}, {8, 10}}, {{1, 7}, {3, 5}}, {{9, 0}, {2, 4}, {6, 11}}, {{5, 8}}});
    std::map<std::size_t, std::size_t> sent;
    for (const RankIndex rank : IndexRange<RankIndex>(12)) {
        for (const Turn& turn : turns_of(rank, batches, two_ranks_a_host(12), sender_of)) {
            for (const Turn::Waiting& waiting : turn.waiting) ++sent[waiting.number];
        }
    }
    for (const RankIndex rank : IndexRange<RankIndex>(12)) {
        for (const Turn& turn : turns_of(rank, batches, two_ranks_a_host(12), sender_of)) {
            if (turn.pair.sender == rank) {
                EXPECT_EQ(turn.awaited, sent[turn.number]) << turn.number;
            }
        }
    }
}

TEST(Turns, OfBatchesOfOnePairFollowOneAnother) {
    const auto before = waits(pair_batches({{{0, 2}}, {{4, 6}}, {{8, 1}}}), 10);
    EXPECT_EQ(before.at(1), std::vector<std::size_t>{0});
    EXPECT_EQ(before.at(2).back(), 1);
}

}  // namespace
}  // namespace fabricmap::network_test
