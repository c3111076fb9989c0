// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/suspects.hpp"

#include "small_stage.hpp"

#include <gtest/gtest.h>

#include <set>

namespace fabricmap::network_test {
namespace {

TEST(HostDisjointBatches, HoldNoHostTwiceAndTheWorstFirst) {
    const std::vector<RankPlace> places{{"a", 0}, {"a", 0}, {"b", 1}, {"c", 2}, {"d", 3}};
    const std::vector<Suspect> suspects{{{0, 2}, 9}, {{1, 3}, 8}, {{3, 4}, 7}, {{2, 4}, 6}};
    const SuspectBatches result = host_disjoint_batches(suspects, places, 10);
    ASSERT_EQ(result.left_out, 0);
    EXPECT_EQ(result.batches.front().front(), (RankPair{0, 2}));
    std::size_t pairs = 0;
    for (const auto& batch : result.batches) {
        std::set<int> hosts;
        for (const RankPair& pair : batch) {
            ++pairs;
            for (const int rank : {pair.sender, pair.receiver}) {
                EXPECT_TRUE(hosts.insert(places[static_cast<std::size_t>(rank)].node).second);
            }
        }
    }
    EXPECT_EQ(pairs, suspects.size());
}

TEST(HostDisjointBatches, TakeDisjointPairsAtOnce) {
    const std::vector<RankPlace> places{{"a", 0}, {"b", 1}, {"c", 2}, {"d", 3}};
    EXPECT_EQ(host_disjoint_batches({{{0, 1}, 2}, {{2, 3}, 2}}, places, 10).batches.size(), 1);
}

TEST(HostDisjointBatches, CountWhatIsBeyondTheMost) {
    const std::vector<RankPlace> places{{"a", 0}, {"b", 1}, {"c", 2}, {"d", 3}};
    const SuspectBatches result = host_disjoint_batches({{{0, 1}, 4}, {{0, 2}, 3}, {{0, 3}, 2}}, places, 2);
    EXPECT_EQ(result.batches.size(), 2);
    EXPECT_EQ(result.left_out, 1);
}

/// The plane of a job in which all delays are alike but those of one ordered pair.
Suspects suspects_with_one_slow_pair(SmallStage& small_stage, double slow_s, Side holder,
                                     std::size_t most_of_a_rank = most_suspects_of_a_rank) {
    const Stage stage = small_stage.get();
    PlaneCells cells = SmallStage::cells(holder);
    for (const int peer : stage.parties) {
        const bool slow =
            holder == Side::sender ? stage.rank == 0 && peer == 1 : stage.rank == 1 && peer == 0;
        if (peer != stage.rank) cells[peer] = {.median = slow ? slow_s : 1e-6, .count = 5};
    }
    const Communicator control(MPI_COMM_WORLD);
    return find_suspects(stage, cells, holder, control.get(), most_of_a_rank);
}

TEST(FindSuspects, FindsTheSlowPairOnEveryRankWhicheverSideHoldsTheCells) {
    if (job_size() < 4) GTEST_SKIP() << "one of two pairs is no exception";
    SmallStage small_stage(0);
    for (const Side holder : {Side::sender, Side::receiver}) {
        const Suspects suspects = suspects_with_one_slow_pair(small_stage, 2e-6, holder);
        EXPECT_EQ(suspects.left_out, 0);
        ASSERT_EQ(suspects.worst.size(), 1);
        EXPECT_EQ(suspects.worst.front().pair, (RankPair{0, 1}));
        EXPECT_GT(suspects.worst.front().excess, 1.5);
    }
}

TEST(FindSuspects, CountsOnEveryRankThoseBeyondTheMostOfOne) {
    if (job_size() < 4) GTEST_SKIP() << "one of two pairs is no exception";
    SmallStage small_stage(0);
    const Suspects suspects = suspects_with_one_slow_pair(small_stage, 2e-6, Side::sender, 0);
    EXPECT_TRUE(suspects.worst.empty());
    EXPECT_EQ(suspects.left_out, 1);
}

TEST(FindSuspects, LeavesWhatIsHardlySlowerThanOthers) {
    SmallStage small_stage(0);
    EXPECT_TRUE(suspects_with_one_slow_pair(small_stage, 1.2e-6, Side::sender).worst.empty());
}

}  // namespace
}  // namespace fabricmap::network_test
