// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/serial_schedule.hpp"

#include "recording_exchange.hpp"
#include "small_stage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

namespace fabricmap::network_test {
namespace {

class SerialScheduleOf : public ::testing::TestWithParam<Side> {
  protected:
    /// Measures one plane; one visit a pair.
    void measure(const Shuffle& order) {
        const Communicator control(MPI_COMM_WORLD);
        const IdleWaiting idle(false);
        SweepProgress progress(false);
        PairMeasurement measurement(exchange_, rule_, false);
        SerialSchedule schedule(measurement, control.get(), idle, progress);
        schedule.measure(stage_.get(), order, cells_);
    }

    const SamplingRule rule_{.most = 5, .fixed = true, .warm_up = 0};
    SmallStage stage_{0};
    RecordingExchange exchange_{GetParam()};
    PlaneCells cells_ = SmallStage::cells(GetParam());
};

TEST_P(SerialScheduleOf, MeasuresEveryOrderedPairOnce) {
    measure(Shuffle(pair_count(job_size()), 99));
    std::map<std::pair<std::int64_t, std::int64_t>, int> times;
    for (const Visit& visit : exchange_.visits()) ++times[{visit.leader, visit.follower}];
    EXPECT_EQ(std::ssize(times), pair_count(job_size()));
    for (const auto& [pair, count] : times) {
        EXPECT_EQ(count, 1) << pair.first << " " << pair.second;
        EXPECT_NE(pair.first, pair.second);
    }
}

TEST_P(SerialScheduleOf, MeasuresOnePairAtATimeInTheWholeJob) {
    measure(Shuffle(pair_count(job_size()), 4));
    const std::vector<Visit> visits = exchange_.visits();
    for (std::size_t next = 1; next < visits.size(); ++next) {
        EXPECT_GE(visits[next].start, visits[next - 1].end) << next;
    }
}

TEST_P(SerialScheduleOf, FollowsTheOrderItIsGiven) {
    const Shuffle shuffle(pair_count(job_size()), 12345);
    measure(shuffle);
    const Stage stage = stage_.get();
    const PairOrder order(stage.endpoints, shuffle);
    const std::vector<Visit> visits = exchange_.visits();
    ASSERT_EQ(std::ssize(visits), order.size());
    for (std::int64_t position = 0; position < order.size(); ++position) {
        const Visit& visit = visits[static_cast<std::size_t>(position)];
        const bool by_sender = GetParam() == Side::sender;
        EXPECT_EQ(order.at(position).sender, by_sender ? visit.leader : visit.follower);
        EXPECT_EQ(order.at(position).receiver, by_sender ? visit.follower : visit.leader);
    }
}

TEST_P(SerialScheduleOf, MeasuresAnExcerptOfTheOrderAndNothingElse) {
    const Shuffle excerpt = Shuffle(pair_count(job_size()), 8).first(2);
    measure(excerpt);
    const Stage stage = stage_.get();
    const PairOrder order(stage.endpoints, excerpt);
    const std::vector<Visit> visits = exchange_.visits();
    ASSERT_EQ(visits.size(), 2);
    for (std::int64_t position = 0; position < 2; ++position) {
        const Visit& visit = visits[static_cast<std::size_t>(position)];
        EXPECT_EQ(std::minmax<std::int64_t>(visit.leader, visit.follower),
                  std::minmax<std::int64_t>(order.at(position).sender, order.at(position).receiver));
    }
}

TEST_P(SerialScheduleOf, LeavesOutTheRanksThatTakeNoPart) {
    if (job_size() < 3) GTEST_SKIP() << "two ranks are needed beside the one left out";
    stage_.leave_out(1);
    measure(Shuffle(pair_count(job_size() - 1), 6));
    const std::vector<Visit> visits = exchange_.visits();
    EXPECT_EQ(std::ssize(visits), pair_count(job_size() - 1));
    for (const Visit& visit : visits) EXPECT_TRUE(visit.leader != 1 && visit.follower != 1);
}

TEST_P(SerialScheduleOf, FillsTheCellOfEveryPeer) {
    measure(Shuffle::none(pair_count(job_size())));
    for (int peer = 0; peer < job_size(); ++peer) {
        EXPECT_EQ(cells_[peer].count, peer == own_rank() ? 0 : 5);
        EXPECT_DOUBLE_EQ(cells_[peer].median, peer == own_rank() ? 0 : 1e-6);
        EXPECT_EQ(cells_[peer].has(Quality::alone), peer != own_rank());
    }
}

INSTANTIATE_TEST_SUITE_P(LedBy, SerialScheduleOf, ::testing::Values(Side::sender, Side::receiver),
                         [](const auto& side) { return side.param == Side::sender ? "Sender" : "Receiver"; });

}  // namespace
}  // namespace fabricmap::network_test
