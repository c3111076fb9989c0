// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_schedule.hpp"

#include "small_stage.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <ctime>
#include <map>
#include <utility>

namespace fabricmap::network_test {
namespace {

/// A number that all ranks of the job see.
class SharedCount {
  public:
    SharedCount() {
        void* base = nullptr;
        const MPI_Aint size = own_rank() == 0 ? static_cast<MPI_Aint>(sizeof(std::atomic<int>)) : 0;
        MPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window_);
        MPI_Aint there = 0;
        int unit = 0;
        MPI_Win_shared_query(window_, 0, &there, &unit, &base);
        count_ = static_cast<std::atomic<int>*>(base);
        if (own_rank() == 0) *count_ = 0;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    ~SharedCount() { MPI_Win_free(&window_); }
    SharedCount(const SharedCount&) = delete;
    SharedCount& operator=(const SharedCount&) = delete;

    std::atomic<int>& get() { return *count_; }

  private:
    MPI_Win window_ = MPI_WIN_NULL;
    std::atomic<int>* count_ = nullptr;
};

/// Pairs share a link: each that talks at the same time makes the message take that much longer. Remembers
/// how many talked at once, and whom it led.
class SharedLink final : public PairExchange {
  public:
    SharedLink(std::atomic<int>& talking, double cost) : talking_(talking), cost_(cost) {}

    [[nodiscard]] Side leader() const noexcept override { return Side::sender; }

    void lead(const Stage& stage, int peer, std::span<Interval> repetitions) override {
        ++talking_;
        ++led_[peer];
        const timespec pause{0, 2'000'000};
        nanosleep(&pause, nullptr);  // long enough for all pairs of the round to be here
        const int others = talking_ - 1;
        most_ = std::max(most_, others + 1);
        for (Interval& interval : repetitions) {
            send_empty(stage, peer);
            receive_empty(stage, peer);
            interval = {0, 1000 + static_cast<Nanoseconds>(1000 * cost_ * others)};
        }
        nanosleep(&pause, nullptr);
        --talking_;
    }

    void follow(const Stage& stage, int peer, std::size_t repetitions) override {
        for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
            receive_empty(stage, peer);
            send_empty(stage, peer);
        }
    }

    [[nodiscard]] const std::map<int, int>& led() const noexcept { return led_; }
    [[nodiscard]] int most_at_once() const {
        int most = most_;
        MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        return most;
    }

  private:
    std::atomic<int>& talking_;
    double cost_;
    int most_ = 0;
    std::map<int, int> led_;
};

class RoundScheduleOf : public ::testing::Test {
  protected:
    RoundScheduleOf() {
        for (int rank = 0; rank < job_size(); ++rank) {
            places_.push_back({"h" + std::to_string(rank), rank});
            parties_.push_back(rank);
        }
    }

    /// Every rank on a host of its own.
    void measure(SharedLink& link) {
        PairMeasurement measurement(link, rule_, false);
        RoundSchedule schedule(RoundVisits(measurement, control_.get(), idle_),
                               RoundPlan(parties_, places_, {.active_per_node = 1, .sample = {}, .seed = 5}),
                               progress_, [this](const std::string& line) { told_.push_back(line); });
        SmallStage small_stage(0);
        const Stage base = small_stage.get();
        const Stage stage{base.comm,     base.rank,    base.size, places_, parties_,     base.clock,
                          base.watchdog, base.payload, base.out,  base.in, MPI_WIN_NULL, {}};
        schedule.measure(stage, Shuffle(schedule.parts(job_size()), 3), cells_);
        schedule.add_findings(run_, control_.get());
    }

    const SamplingRule rule_{.most = 3, .fixed = true, .warm_up = 0};
    const Communicator control_{MPI_COMM_WORLD};
    const IdleWaiting idle_{false};
    Progress progress_{false};
    std::vector<RankPlace> places_;
    std::vector<int> parties_;
    std::vector<std::string> told_;
    PlaneCells cells_ = SmallStage::cells(Side::sender);
    RunDescription run_;
    SharedCount talking_;
};

TEST_F(RoundScheduleOf, PairsThatDoNotDisturbMeasuresAllAtFullWidth) {
    SharedLink link(talking_.get(), 0);
    measure(link);
    EXPECT_TRUE(told_.empty());
    EXPECT_EQ(run_.pairs_at_once, job_size() / 2);
    EXPECT_EQ(link.most_at_once(), job_size() / 2);
    const Quality how = job_size() > 3 ? Quality::in_round : Quality::alone;
    for (int peer = 0; peer < job_size(); ++peer) {
        if (peer == own_rank()) continue;
        EXPECT_EQ(cells_[peer].count, 3);
        EXPECT_DOUBLE_EQ(cells_[peer].median, 1e-6);
        EXPECT_TRUE(cells_[peer].has(how)) << peer;
    }
    if (job_size() > 3) {
        EXPECT_DOUBLE_EQ(run_.interference_between_hosts.inflation, 0);
        EXPECT_TRUE(std::isnan(run_.interference_same_host.inflation));
    }
}

TEST_F(RoundScheduleOf, PairsThatDisturbIsThinnedUntilTheyDoNotAndSaysWhy) {
    if (job_size() < 4) GTEST_SKIP() << "a single pair has nobody to disturb";
    SharedLink link(talking_.get(), 0.5);
    measure(link);
    ASSERT_FALSE(told_.empty());
    EXPECT_NE(told_.front().find("between hosts take"), std::string::npos) << told_.front();
    EXPECT_NE(told_.back().find("one pair at a time"), std::string::npos) << told_.back();
    EXPECT_EQ(run_.pairs_at_once, 1);
    for (const std::string& line : told_) EXPECT_NE(run_.history.find(line), std::string::npos) << line;
    for (int peer = 0; peer < job_size(); ++peer) {
        if (peer == own_rank()) continue;
        // What was measured in company was measured again.
        EXPECT_DOUBLE_EQ(cells_[peer].median, 1e-6);
        EXPECT_TRUE(cells_[peer].has(Quality::alone));
    }
}

}  // namespace
}  // namespace fabricmap::network_test
