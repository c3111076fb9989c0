// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_visits.hpp"

#include "recording_exchange.hpp"
#include "small_stage.hpp"
#include "tests/network_test/rank_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace fabricmap::network_test {
namespace {

using testing::pair_batches;

using Batches = std::vector<RoundVisits::Batch>;

/// Every ordered pair, as many disjoint ones at once as there are ranks for, each time beside others.
Batches all_pairs_in_batches(int ranks) {
    Batches batches;
    for (const RankIndex one : IndexRange<RankIndex>(ranks)) {
        for (const RankIndex other : IndexRange<RankIndex>(ranks)) {
            if (one == other) continue;
            const auto is_free = [&](const RoundVisits::Batch& batch) {
                return std::none_of(batch.begin(), batch.end(), [&](const RankPair& pair) {
                    return pair.sender == one || pair.receiver == one || pair.sender == other ||
                           pair.receiver == other;
                });
            };
            auto batch = std::find_if(batches.begin(), batches.end(), is_free);
            if (batch == batches.end()) batch = batches.emplace(batches.end());
            batch->push_back({one, other});
        }
    }
    return batches;
}

class VisitsInTurn : public ::testing::TestWithParam<Side> {
  protected:
    /// Returns how often this rank was reported that it had led.
    int visit(const Batches& batches) {
        stage_.give_each_rank_a_host();
        const Communicator control(MPI_COMM_WORLD);
        const IdleWaiting idle(false);
        PairMeasurement measurement(exchange_, rule_, false);
        RoundVisits visits(measurement, control.get(), MPI_COMM_SELF, idle);
        int led = 0;
        visits.visit_in_turn(stage_.get(), batches, Quality::alone, std::ssize(batches), cells_,
                             [&](const RankPair& pair) {
                                 EXPECT_EQ(visits.leader_of(pair), stage_.get().rank);
                                 ++led;
                             });
        return led;
    }

    const SamplingRule rule_{.most = 5, .fixed = true, .warm_up = 0};
    SmallStage stage_{0};
    RecordingExchange exchange_{GetParam()};
    PlaneCells cells_ = SmallStage::cells(GetParam());
};

TEST_P(VisitsInTurn, MeasureEveryPairOnceAndNoMoreAtATimeThanABatchHolds) {
    const Batches batches = all_pairs_in_batches(job_size());
    EXPECT_EQ(visit(batches), job_size() - 1);
    std::map<std::pair<std::int64_t, std::int64_t>, std::pair<std::size_t, std::size_t>> position_of;
    for (std::size_t batch = 0; batch < batches.size(); ++batch) {
        for (std::size_t position = 0; position < batches[batch].size(); ++position) {
            const RankPair& pair = batches[batch][position];
            position_of[GetParam() == Side::sender ? std::pair(pair.sender, pair.receiver)
                                                   : std::pair(pair.receiver, pair.sender)] = {position,
                                                                                               batch};
        }
    }
    const std::vector<Visit> visits = exchange_.visits();
    ASSERT_EQ(std::ssize(visits), pair_count(job_size()));
    for (const Visit& earlier : visits) {
        for (const Visit& later : visits) {
            const auto [position, batch] = position_of.at({earlier.leader, earlier.follower});
            const auto [later_position, later_batch] = position_of.at({later.leader, later.follower});
            if (position != later_position || batch >= later_batch) continue;
            EXPECT_LE(earlier.end, later.start);
        }
    }
}

TEST_P(VisitsInTurn, OfOnePairLeaveTheOthersAlone) {
    visit(pair_batches({{{0, 1}}, {{0, 1}}, {{1, 0}}}));
    EXPECT_EQ(exchange_.visits().size(), 3);
}

TEST_P(VisitsInTurn, KeepThatAMessageArrivedDamagedBefore) {
    for (int peer = 0; peer < job_size(); ++peer) {
        if (peer != own_rank()) cells_[peer].flag(Quality::corrupted);
    }
    if (visit(pair_batches({{{0, 1}}})) == 0) return;
    const CellStatistics& cell = cells_[own_rank() == 0 ? 1 : 0];
    EXPECT_EQ(cell.count, 5);
    EXPECT_TRUE(cell.has(Quality::alone));
    EXPECT_TRUE(is_corrupted(cell));
}

TEST_P(VisitsInTurn, OfNoBatchEnd) {
    EXPECT_EQ(visit({}), 0);
}

/// Meets all in rounds split into so many parts. Returns how many visits began before one of an earlier
/// position was over.
int meet_with_a_slow_rank(std::int64_t parts) {
    SmallStage small_stage(0);
    small_stage.give_each_rank_a_host();
    const Stage stage = small_stage.get();
    RecordingExchange exchange(Side::sender, 0);
    const SamplingRule once{.most = 1, .fixed = true, .warm_up = 0};
    PairMeasurement measurement(exchange, once, false);
    const Communicator control(MPI_COMM_WORLD);
    const IdleWaiting idle(false);
    RoundVisits visits(measurement, control.get(), MPI_COMM_SELF, idle);
    RoundPlan plan(stage.endpoints, stage.locations, {});
    plan.split(parts);
    PlaneCells cells = SmallStage::cells(Side::sender);
    for (std::int64_t position = 0; position < plan.positions(); ++position)
        visits.meet(stage, plan, position, 2, cells);
    visits.await_all();

    const auto position_of = [&](const Visit& visit) {
        std::int64_t position = 0;
        while (plan.partner(position, RankIndex(visit.leader)) != visit.follower) ++position;
        return position;
    };
    const std::vector<Visit> all = exchange.visits();
    EXPECT_EQ(std::ssize(all), pair_count(job_size()));
    int overlapping = 0;
    for (const Visit& earlier : all) {
        for (const Visit& later : all) {
            if (position_of(earlier) < position_of(later) && later.start < earlier.end) ++overlapping;
        }
    }
    return overlapping;
}

TEST(Meetings, OfWholeRoundsContinueWhileASlowPairIsStillMeasured) {
    const int overlapping = meet_with_a_slow_rank(1);
    const bool has_somebody_to_go_on_with = job_size() >= 5;
    EXPECT_EQ(overlapping > 0, has_somebody_to_go_on_with);
}

TEST(Meetings, OfThinnedRoundsAwaitEachOther) {
    EXPECT_EQ(meet_with_a_slow_rank(2), 0);
}

INSTANTIATE_TEST_SUITE_P(By, VisitsInTurn, ::testing::Values(Side::sender, Side::receiver),
                         [](const auto& instance) {
                             return instance.param == Side::sender ? "sender" : "receiver";
                         });

}  // namespace
}  // namespace fabricmap::network_test
