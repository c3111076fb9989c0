// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_visits.hpp"

#include "recording_exchange.hpp"
#include "small_stage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace fabricmap::network_test {
namespace {

using Batches = std::vector<RoundVisits::Batch>;

/// Every ordered pair, as many disjoint ones at once as there are ranks for, each time beside others.
Batches all_pairs_in_batches(int ranks) {
    Batches batches;
    for (int one = 0; one < ranks; ++one) {
        for (int other = 0; other < ranks; ++other) {
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
    /// Returns how often this rank was told that it had led.
    int visit(const Batches& batches) {
        const Communicator control(MPI_COMM_WORLD);
        const IdleWaiting idle(false);
        PairMeasurement measurement(exchange_, rule_, false);
        RoundVisits visits(measurement, control.get(), idle);
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

TEST_P(VisitsInTurn, MeasureEveryPairOnceAndNoBatchBeforeTheLastOneIsDone) {
    const Batches batches = all_pairs_in_batches(job_size());
    EXPECT_EQ(visit(batches), job_size() - 1);
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> batch_of;
    for (std::size_t number = 0; number < batches.size(); ++number) {
        for (const RankPair& pair : batches[number]) {
            batch_of[GetParam() == Side::sender ? std::pair(pair.sender, pair.receiver)
                                                : std::pair(pair.receiver, pair.sender)] = number;
        }
    }
    const std::vector<Visit> visits = exchange_.visits();
    ASSERT_EQ(std::ssize(visits), pair_count(job_size()));
    for (const Visit& earlier : visits) {
        for (const Visit& later : visits) {
            if (batch_of.at({earlier.leader, earlier.follower}) <
                batch_of.at({later.leader, later.follower})) {
                EXPECT_LE(earlier.end, later.start);
            }
        }
    }
}

TEST_P(VisitsInTurn, OfOnePairLeaveTheOthersAlone) {
    visit({{{0, 1}}, {{0, 1}}, {{1, 0}}});
    EXPECT_EQ(exchange_.visits().size(), 3);
}

TEST_P(VisitsInTurn, OfNoBatchEnd) {
    EXPECT_EQ(visit({}), 0);
}

INSTANTIATE_TEST_SUITE_P(By, VisitsInTurn, ::testing::Values(Side::sender, Side::receiver),
                         [](const auto& instance) {
                             return instance.param == Side::sender ? "sender" : "receiver";
                         });

}  // namespace
}  // namespace fabricmap::network_test
