// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/group_schedule.hpp"

#include "network_test/modes/table.hpp"
#include "small_stage.hpp"

#include <gtest/gtest.h>

namespace fabricmap::network_test {
namespace {

/// The delay planted for messages from one rank to another; no two are the same.
Nanoseconds planted_ns(std::int64_t sender, int receiver) {
    return 10'000 * (sender + 1) + receiver;
}

/// Every rank in turn is the sender; what is timed was planted. On rank `unsteady` the samples scatter.
class PlantedExchange final : public GroupExchange {
  public:
    explicit PlantedExchange(int unsteady = -1) : unsteady_(unsteady) {}

    [[nodiscard]] std::int64_t steps(int ranks) const noexcept override { return ranks; }

    void repeat(const Stage& stage, std::int64_t step, std::size_t repetitions, Samples& samples) override {
        if (repetitions > 0) steps_.push_back(step);  // without a warm-up that is nothing
        for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
            const bool odd = ++repetitions_ % 2 == 1;
            const Nanoseconds more = stage.rank == unsteady_ && odd ? 1'000'000 : 0;
            samples[static_cast<std::size_t>(step)].push_back({0, planted_ns(step, stage.rank) + more});
        }
    }

    [[nodiscard]] std::vector<Arrival> arrivals(const Stage& /*stage*/,
                                                std::int64_t /*step*/) const override {
        return {};
    }

    [[nodiscard]] const std::vector<std::int64_t>& steps_made() const { return steps_; }

  private:
    int unsteady_;
    std::size_t repetitions_ = 0;
    std::vector<std::int64_t> steps_;
};

PlaneCells measure(GroupExchange& exchange, const SamplingRule& rule, SmallStage& small_stage,
                   bool check = false, const Pace& pace = {}) {
    SweepProgress progress(false);
    GroupSchedule schedule(exchange, rule, check, progress);
    PlaneCells cells = SmallStage::cells(schedule.holder());
    Stage stage = small_stage.get();
    stage.pace = pace;
    schedule.measure(stage, Shuffle(schedule.parts(job_size()), 3), cells);
    return cells;
}

TEST(GroupSchedule, GivesEverySendersDelayToItsCell) {
    PlantedExchange exchange;
    SmallStage stage(0);
    PlaneCells cells = measure(exchange, {.most = 10, .fixed = true, .warm_up = 2}, stage);
    for (int sender = 0; sender < job_size(); ++sender) {
        EXPECT_EQ(cells[sender].count, 10);
        EXPECT_DOUBLE_EQ(cells[sender].median, static_cast<double>(planted_ns(sender, own_rank())) * 1e-9);
    }
}

TEST(GroupSchedule, ColumnsOfAllRanksBecomeTheRowsOfThePlane) {
    PlantedExchange exchange;
    SmallStage stage(0);
    const PlaneCells cells = measure(exchange, {.most = 10, .fixed = true, .warm_up = 0}, stage);
    const std::vector<CellStatistics> row = cells.row(MPI_COMM_WORLD);
    for (int receiver = 0; receiver < job_size(); ++receiver) {
        EXPECT_DOUBLE_EQ(row[static_cast<std::size_t>(receiver)].median,
                         static_cast<double>(planted_ns(own_rank(), receiver)) * 1e-9);
    }
}

TEST(GroupSchedule, AllRanksTakeTheSameStepsInTheOrderGiven) {
    PlantedExchange exchange;
    SmallStage stage(0);
    (void)measure(exchange, {.most = 10, .fixed = true, .warm_up = 0}, stage);
    const Shuffle order(job_size(), 3);
    ASSERT_EQ(std::ssize(exchange.steps_made()), job_size());
    for (int position = 0; position < job_size(); ++position) {
        EXPECT_EQ(exchange.steps_made()[static_cast<std::size_t>(position)], order.at(position));
    }
}

TEST(GroupSchedule, StopsAfterTwoBatchesWhenEveryRankIsPrecise) {
    PlantedExchange exchange;
    SmallStage stage(0);
    PlaneCells cells = measure(exchange, {.most = 1000}, stage);
    for (int sender = 0; sender < job_size(); ++sender) EXPECT_EQ(cells[sender].count, 12 + 18);
}

TEST(GroupSchedule, ContinuesForAllWhileOneRankIsNotPrecise) {
    PlantedExchange exchange(job_size() - 1);
    SmallStage stage(0);
    PlaneCells cells = measure(exchange, {.most = 200}, stage);
    for (int sender = 0; sender < job_size(); ++sender) EXPECT_EQ(cells[sender].count, 200);
}

TEST(GroupSchedule, WithTimeToSpareAndNoWarmUpContinuesAfterTheSampleThatItTriesFirst) {
    PlantedExchange exchange;
    SmallStage stage(0);
    constexpr Nanoseconds minute = 60'000'000'000;
    PlaneCells cells =
        measure(exchange, {.most = 10, .warm_up = 0}, stage, false, Pace(Clock(false).now() + minute));
    for (int sender = 0; sender < job_size(); ++sender) EXPECT_EQ(cells[sender].count, 10);
}

/// A mode of ours with one byte changed in what arrives at the last rank from rank 0.
class DamagingExchange final : public GroupExchange {
  public:
    explicit DamagingExchange(std::unique_ptr<GroupExchange> whole) : whole_(std::move(whole)) {}

    [[nodiscard]] Side holder() const noexcept override { return whole_->holder(); }
    [[nodiscard]] std::int64_t steps(int ranks) const noexcept override { return whole_->steps(ranks); }
    [[nodiscard]] std::int64_t incoming_messages(int ranks,
                                                 std::int64_t length_bytes) const noexcept override {
        return whole_->incoming_messages(ranks, length_bytes);
    }
    void repeat(const Stage& stage, std::int64_t step, std::size_t repetitions, Samples& samples) override {
        whole_->repeat(stage, step, repetitions, samples);
        for (const Arrival& arrival : whole_->arrivals(stage, step)) {
            if (stage.rank != stage.size - 1 || arrival.sender != 0) continue;
            stage.in.data()[arrival.offset + stage.payload.length_bytes() / 2] ^= std::byte{1};
        }
    }
    [[nodiscard]] std::vector<Arrival> arrivals(const Stage& stage, std::int64_t step) const override {
        return whole_->arrivals(stage, step);
    }

  private:
    std::unique_ptr<GroupExchange> whole_;
};

class GroupScheduleWithCheck : public ::testing::TestWithParam<Mode> {};

TEST_P(GroupScheduleWithCheck, FindsTheDamagedPairAndNoOther) {
    SmallStage stage(5000, job_size());
    DamagingExchange exchange(mode_entry(GetParam()).make_group({}));
    PlaneCells cells = measure(exchange, {.most = 3, .fixed = true, .warm_up = 1}, stage, true);
    for (int sender = 0; sender < job_size(); ++sender) {
        EXPECT_EQ(is_corrupted(cells[sender]), sender == 0 && own_rank() == job_size() - 1) << sender;
    }
}

TEST_P(GroupScheduleWithCheck, FindsNothingInWholeMessages) {
    SmallStage stage(5000, job_size());
    const auto exchange = mode_entry(GetParam()).make_group({});
    PlaneCells cells = measure(*exchange, {.most = 3, .fixed = true, .warm_up = 1}, stage, true);
    for (int sender = 0; sender < job_size(); ++sender) EXPECT_FALSE(is_corrupted(cells[sender])) << sender;
}

INSTANTIATE_TEST_SUITE_P(In, GroupScheduleWithCheck, ::testing::Values(Mode::all_to_all, Mode::bcast),
                         [](const auto& mode) { return std::string(name_of(mode.param)); });

}  // namespace
}  // namespace fabricmap::network_test
