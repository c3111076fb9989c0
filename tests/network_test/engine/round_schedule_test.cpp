// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_schedule.hpp"

#include "small_stage.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <ctime>
#include <optional>
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

/// What is wrong with a link.
struct Trouble {
    double cost = 0;              ///< share of the delay that each pair adds which talks at the same time
    std::int64_t from_bytes = 0;  ///< to messages of this length and longer
    bool slow_pair = false;       ///< rank 0's messages to rank 1 take ten times as long
    bool unsteady = false;        ///< delays scatter so that no median is precise
};

/// Pairs share a link. Remembers how many talked at once.
class SharedLink final : public PairExchange {
  public:
    SharedLink(std::atomic<int>& talking, const Trouble& trouble) : talking_(talking), trouble_(trouble) {}

    [[nodiscard]] Side leader() const noexcept override { return Side::sender; }

    void lead(const Stage& stage, int peer, std::span<Interval> repetitions) override {
        ++talking_;
        const timespec pause{0, 2'000'000};
        const timespec short_pause{0, 100'000};
        nanosleep(&pause, nullptr);  // long enough for all pairs of the round to be here
        const int others = talking_ - 1;
        most_ = std::max(most_, others + 1);
        for (Interval& interval : repetitions) {
            send_empty(stage, peer);
            receive_empty(stage, peer);
            if (trouble_.unsteady) nanosleep(&short_pause, nullptr);
            interval = {0, delay_ns(stage, peer, others)};
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

    void become_unsteady() { trouble_.unsteady = true; }
    [[nodiscard]] int max_at_once() const {
        int most = most_;
        MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        return most;
    }

  private:
    [[nodiscard]] Nanoseconds delay_ns(const Stage& stage, int peer, int others) {
        const bool shared = stage.payload.length_bytes() >= trouble_.from_bytes;
        double delay = 1000 * (1 + (shared ? trouble_.cost * others : 0));
        if (trouble_.slow_pair && stage.rank == 0 && peer == 1) delay *= 10;
        if (trouble_.unsteady && ++samples_ % 2 == 0) delay *= 1.3;
        return static_cast<Nanoseconds>(delay);
    }

    std::atomic<int>& talking_;
    Trouble trouble_;
    int most_ = 0;
    std::int64_t samples_ = 0;
};

class RoundScheduleOf : public ::testing::Test {
  protected:
    RoundScheduleOf() {
        for (int rank = 0; rank < job_size(); ++rank) {
            locations_.push_back({"h" + std::to_string(rank), rank});
            endpoints_.push_back(rank);
        }
    }

    /// Makes the schedule: every rank on a host of its own.
    void begin(SharedLink& link, const SamplingRule& rule, const PairSample& sample = {}) {
        measurement_.emplace(link, rule, false);
        schedule_.emplace(
            RoundVisits(*measurement_, control_.get(), MPI_COMM_SELF, idle_),
            RoundPlan(endpoints_, locations_, {.active_per_node = 1, .sample = sample, .seed = 5}), progress_,
            [this](const std::string& line) { told_.push_back(line); });
    }

    /// The time a plane may take, from now on.
    [[nodiscard]] static Pace within(std::chrono::milliseconds time, Nanoseconds min_part = 0) {
        return Pace(Clock(false).now() + Nanoseconds{1'000'000} * time.count(), min_part);
    }

    /// Measures a further plane.
    void measure(std::int64_t length_bytes = 0, const Pace& pace = {}) {
        on_stage(length_bytes, pace, [&](const Stage& stage) {
            schedule_->measure(stage, Shuffle(schedule_->parts(job_size()), 3), cells_);
        });
        run_ = {};
        schedule_->add_findings(run_, control_.get());
    }

    void run_trial() {
        on_stage(0, {}, [&](const Stage& stage) {
            schedule_->run_trial(stage, Shuffle(schedule_->parts(job_size()), 3), cells_);
        });
    }

    void expect_all_peers(Quality how, std::int64_t count) const {
        for (int peer = 0; peer < job_size(); ++peer) {
            if (peer == own_rank()) continue;
            EXPECT_EQ(cells_[peer].count, count);
            EXPECT_DOUBLE_EQ(cells_[peer].median, 1e-6);
            EXPECT_TRUE(cells_[peer].has(how)) << peer;
        }
    }

    const SamplingRule three_{.most = 3, .fixed = true, .warm_up = 0};
    const SamplingRule as_precise_as_possible_{.most = 100'000, .warm_up = 0};
    std::vector<std::string> told_;
    PlaneCells cells_ = SmallStage::cells(Side::sender);
    RunDescription run_;
    SharedCount talking_;
    std::optional<PairMeasurement> measurement_;
    std::optional<RoundSchedule> schedule_;

  private:
    template <typename Act>
    void on_stage(std::int64_t length_bytes, const Pace& pace, const Act& act) {
        SmallStage small_stage(length_bytes);
        const Stage base = small_stage.get();
        cells_ = SmallStage::cells(Side::sender);
        act(Stage{base.comm,
                  base.rank,
                  base.size,
                  locations_,
                  endpoints_,
                  base.clock,
                  base.watchdog,
                  base.payload,
                  base.out,
                  base.in,
                  MPI_WIN_NULL,
                  {},
                  pace});
    }

    const Communicator control_{MPI_COMM_WORLD};
    const IdleWaiting idle_{false};
    SweepProgress progress_{false};
    PerRank<RankLocation> locations_;
    std::vector<int> endpoints_;
};

TEST_F(RoundScheduleOf, PairsThatDoNotDisturbMeasuresAllAtFullWidth) {
    SharedLink link(talking_.get(), {});
    begin(link, three_);
    measure();
    EXPECT_TRUE(told_.empty());
    EXPECT_EQ(run_.pairs_at_once, job_size() / 2);
    EXPECT_EQ(link.max_at_once(), job_size() / 2);
    expect_all_peers(job_size() > 3 ? Quality::in_round : Quality::alone, 3);
    if (job_size() > 3) {
        EXPECT_DOUBLE_EQ(run_.interference_between_hosts.inflation, 0);
        EXPECT_TRUE(std::isnan(run_.interference_same_host.inflation));
    }
}

/// Those that need two pairs at once.
class RoundScheduleOfManyPairs : public RoundScheduleOf {
  protected:
    void SetUp() override {
        if (job_size() < 4) GTEST_SKIP() << "a single pair has nobody to disturb";
    }
};

TEST_F(RoundScheduleOfManyPairs, ThatDisturbIsThinnedUntilTheyDoNotAndSaysWhy) {
    SharedLink link(talking_.get(), {.cost = 0.5});
    begin(link, three_);
    measure();
    ASSERT_FALSE(told_.empty());
    EXPECT_NE(told_.front().find("between hosts take"), std::string::npos) << told_.front();
    EXPECT_NE(told_.back().find("one pair at a time"), std::string::npos) << told_.back();
    EXPECT_EQ(run_.pairs_at_once, 1);
    for (const std::string& line : told_) EXPECT_NE(run_.history.find(line), std::string::npos) << line;
    // What was measured in company was measured again.
    expect_all_peers(Quality::alone, 3);
}

TEST_F(RoundScheduleOfManyPairs, ThatDisturbWhenLongIsNotThinnedForShortMessages) {
    constexpr std::int64_t longest = 100'000;
    SharedLink link(talking_.get(), {.cost = 0.5, .from_bytes = 1000});
    begin(link, three_);
    const std::vector<std::int64_t> lengths{0, longest, longest + longest / 2};
    const std::int64_t rounds = schedule_->parts(job_size());
    const auto min_parts = [&] { return schedule_->estimated_parts(lengths, job_size(), Effort::minimal); };
    EXPECT_EQ(min_parts(), (std::vector<std::int64_t>{rounds, rounds, rounds}));
    EXPECT_EQ(schedule_->changes(), 0);
    measure(longest);
    expect_all_peers(Quality::alone, 3);
    const std::size_t lines = told_.size();
    EXPECT_EQ(min_parts(), (std::vector<std::int64_t>{rounds, 2 * rounds, 2 * rounds}));
    EXPECT_GT(schedule_->changes(), 0);
    measure(0);
    expect_all_peers(Quality::in_round, 3);
    EXPECT_EQ(told_.size(), lines);
    EXPECT_EQ(run_.pairs_at_once, 2);
}

TEST_F(RoundScheduleOfManyPairs, EstimatesWhatTheLookAtThemCosts) {
    SharedLink link(talking_.get(), {});
    begin(link, three_);
    const std::int64_t rounds = schedule_->parts(job_size());
    const auto parts = [&](Effort effort) {
        return schedule_->estimated_parts({0, 100, 200}, job_size(), effort);
    };
    // Two pairs a round and both directions of a pair alone: that is two parts a round more where a look is
    // due.
    EXPECT_EQ(parts(Effort::full), (std::vector<std::int64_t>{3 * rounds, rounds, 3 * rounds}));
    EXPECT_EQ(parts(Effort::minimal), (std::vector<std::int64_t>{rounds, rounds, rounds}));
    measure(0);
    EXPECT_EQ(parts(Effort::full), (std::vector<std::int64_t>{rounds, rounds, 3 * rounds}));
}

TEST_F(RoundScheduleOfManyPairs, OneOfThemSlowMeasuresItAgainAlone) {
    SharedLink link(talking_.get(), {.slow_pair = true});
    begin(link, three_);
    measure();
    for (int peer = 0; peer < job_size(); ++peer) {
        const bool slow = own_rank() == 0 && peer == 1;
        EXPECT_EQ(cells_[peer].has(Quality::remeasured), slow) << peer;
    }
    EXPECT_NE(schedule_->account().find(
                  "1 measurement that came out slow or imprecise in a round repeated, 1 of them alone"),
              std::string::npos)
        << schedule_->account();
}

TEST_F(RoundScheduleOfManyPairs, OneOfThemSlowKeepsTimeToMeasureItAgain) {
    SharedLink link(talking_.get(), {.slow_pair = true});
    begin(link, as_precise_as_possible_);
    measure();
    // Now every visit takes all the time that it may.
    link.become_unsteady();
    measure(0, within(std::chrono::seconds(2)));
    if (own_rank() != 0) return;
    EXPECT_TRUE(cells_[1].has(Quality::remeasured));
    EXPECT_GT(cells_[1].count, 12);
    EXPECT_LT(cells_[1].count, as_precise_as_possible_.most) << "the time was not limited";
}

TEST_F(RoundScheduleOfManyPairs, OneOfThemSlowMeasuresNothingAgainInAHurry) {
    SharedLink link(talking_.get(), {.slow_pair = true});
    begin(link, three_);
    measure(0, Pace::hurried());
    for (int peer = 0; peer < job_size(); ++peer) {
        if (peer == own_rank()) continue;
        EXPECT_EQ(cells_[peer].count, 1);
        EXPECT_FALSE(cells_[peer].has(Quality::remeasured));
        EXPECT_TRUE(cells_[peer].has(Quality::unconfirmed));
    }
}

TEST_F(RoundScheduleOfManyPairs, WithoutTimeForADozenSamplesDoesNotJudgeThem) {
    SharedLink link(talking_.get(), {.cost = 0.5});
    begin(link, three_);
    constexpr Nanoseconds second = 1'000'000'000;
    measure(0, within(std::chrono::milliseconds(200), second));
    EXPECT_TRUE(told_.empty());
    EXPECT_TRUE(std::isnan(run_.interference_between_hosts.high));
    EXPECT_EQ(run_.pairs_at_once, 2);
    EXPECT_NE(schedule_->account().find("no time to check whether pairs disturb each other"),
              std::string::npos)
        << schedule_->account();
    for (int peer = 0; peer < job_size(); ++peer) {
        EXPECT_EQ(cells_[peer].has(Quality::in_round), peer != own_rank());
    }
}

TEST_F(RoundScheduleOfManyPairs, WithoutTimeToLookAtALengthConfirmsNothingThereWhateverAShorterOneShowed) {
    constexpr std::int64_t long_bytes = 65536;
    SharedLink link(talking_.get(), {.cost = 0.5, .from_bytes = long_bytes});
    begin(link, three_);
    measure();
    expect_all_peers(Quality::in_round, 3);
    for (int peer = 0; peer < job_size(); ++peer) EXPECT_FALSE(cells_[peer].has(Quality::unconfirmed));
    constexpr Nanoseconds second = 1'000'000'000;
    measure(long_bytes, within(std::chrono::milliseconds(200), second));
    EXPECT_TRUE(told_.empty());
    for (int peer = 0; peer < job_size(); ++peer) {
        EXPECT_EQ(cells_[peer].has(Quality::unconfirmed), peer != own_rank()) << peer;
    }
}

TEST_F(RoundScheduleOfManyPairs, WithoutTimeForMoreRoundsMeasuresThemAsTheyAreAndSaysSo) {
    SharedLink link(talking_.get(), {.cost = 0.5});
    // The link sleeps longer than that while it is looked at.
    begin(link, three_);
    measure(0, within(std::chrono::milliseconds(60), 1));
    ASSERT_EQ(told_.size(), 1);
    EXPECT_NE(told_.front().find("no time to measure fewer at once"), std::string::npos) << told_.front();
    EXPECT_NE(run_.history.find(told_.front()), std::string::npos);
    EXPECT_EQ(run_.pairs_at_once, 2);
    EXPECT_GT(run_.interference_between_hosts.inflation, 0.4);
    for (int peer = 0; peer < job_size(); ++peer) {
        EXPECT_EQ(cells_[peer].has(Quality::in_round), peer != own_rank());
    }
}

TEST_F(RoundScheduleOfManyPairs, ConcludesNothingFromATrialRunEvenOfAllOfThem) {
    SharedLink link(talking_.get(), {.cost = 0.5, .slow_pair = true});
    begin(link, three_, {.fraction = 1, .rounds = 1});
    run_trial();
    EXPECT_TRUE(told_.empty());
    EXPECT_EQ(schedule_->changes(), 0);
    EXPECT_EQ(schedule_->parts(job_size()), 1);
}

}  // namespace
}  // namespace fabricmap::network_test
