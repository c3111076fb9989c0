// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/pair_measurement.hpp"

#include "network_test/modes/table.hpp"
#include "small_stage.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace fabricmap::network_test {
namespace {

constexpr std::int64_t length_bytes = 1000;
constexpr RankPair pair{RankIndex{0}, RankIndex{1}};

enum class Fault { none, flipped_bit, kept_the_message_before };

/// The sender leads; in its repetition number 4 the message does not arrive as it should.
class FaultyExchange final : public PairExchange {
  public:
    explicit FaultyExchange(Fault fault) : fault_(fault) {}

    [[nodiscard]] Side leader() const noexcept override { return Side::sender; }

    void lead(const Stage& stage, int peer, std::span<Interval> repetitions) override {
        for (Interval& interval : repetitions) {
            send_payload(stage, peer);
            receive_empty(stage, peer);
            interval = {0, 1000};
        }
    }

    void follow(const Stage& stage, int peer, std::size_t repetitions) override {
        for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
            receive(stage, peer, ++seen_ == 4 ? fault_ : Fault::none);
            send_empty(stage, peer);
        }
    }

  private:
    static void receive(const Stage& stage, int peer, Fault fault) {
        if (fault == Fault::kept_the_message_before) {
            const std::vector<std::byte> before(stage.in.data(), stage.in.data() + length_bytes);
            receive_payload(stage, peer);
            std::copy(before.begin(), before.end(), stage.in.data());
            return;
        }
        receive_payload(stage, peer);
        if (fault == Fault::flipped_bit) stage.in.data()[length_bytes - 1] ^= std::byte{0x80};
    }

    Fault fault_;
    int seen_ = 0;
};

/// What the leader, rank 0, finds; nothing on the others.
std::optional<CellStatistics> measure(PairExchange& exchange, const SamplingRule& rule, bool check,
                                      const Pace& pace = {}) {
    SmallStage small_stage(length_bytes);
    Stage stage = small_stage.get();
    stage.pace = pace;
    PairMeasurement measurement(exchange, rule, check);
    if (own_rank() == measurement.leader_of(pair)) return measurement.lead(stage, pair);
    if (own_rank() == measurement.follower_of(pair)) measurement.follow(stage, pair);
    return std::nullopt;
}

TEST(PairMeasurement, TakesTwoBatchesOfASteadyPair) {
    FaultyExchange exchange(Fault::none);
    const auto cell = measure(exchange, {.most = 1000}, false);
    if (cell) {
        EXPECT_EQ(cell->count, 12 + 18);
    }
}

TEST(PairMeasurement, WithoutTimeTakesASingleSampleAndSaysThatItIsNotEnough) {
    FaultyExchange exchange(Fault::none);
    const auto cell = measure(exchange, {.most = 1000}, false, Pace::hurried());
    if (cell) {
        EXPECT_EQ(cell->count, 1);
        EXPECT_TRUE(cell->has(Quality::imprecise));
    }
}

TEST(PairMeasurement, WithTimeToSpareIsAsPreciseAsWithoutALimit) {
    FaultyExchange exchange(Fault::none);
    constexpr Nanoseconds minute = 60'000'000'000;
    const auto cell = measure(exchange, {.most = 1000}, false, Pace(Clock(false).now() + minute));
    if (cell) {
        EXPECT_EQ(cell->count, 12 + 18);
        EXPECT_FALSE(cell->has(Quality::imprecise));
    }
}

TEST(PairMeasurement, WithTimeToSpareAndNoWarmUpContinuesAfterTheSampleThatItTriesFirst) {
    FaultyExchange exchange(Fault::none);
    constexpr Nanoseconds minute = 60'000'000'000;
    const Pace pace(Clock(false).now() + minute);
    const auto all = measure(exchange, {.most = 10, .warm_up = 0}, false, pace);
    const auto precise = measure(exchange, {.most = 1000, .warm_up = 0}, false, pace);
    if (all) {
        EXPECT_EQ(all->count, 10);
        EXPECT_EQ(precise->count, 1 + 12 + 18);
    }
}

TEST(PairMeasurement, TakesExactlyAsManyAsAFixedRuleSays) {
    FaultyExchange exchange(Fault::none);
    const auto cell = measure(exchange, {.most = 33, .fixed = true, .warm_up = 5}, false);
    if (cell) {
        EXPECT_EQ(cell->count, 33);
    }
}

TEST(PairMeasurement, TheCheckFindsNothingInWholeMessages) {
    FaultyExchange exchange(Fault::none);
    const auto cell = measure(exchange, {.most = 10, .fixed = true}, true);
    if (cell) {
        EXPECT_FALSE(is_corrupted(*cell));
    }
}

TEST(PairMeasurement, TheCheckFindsAFlippedBit) {
    FaultyExchange exchange(Fault::flipped_bit);
    const auto cell = measure(exchange, {.most = 10, .fixed = true}, true);
    if (cell) {
        EXPECT_TRUE(is_corrupted(*cell));
    }
}

TEST(PairMeasurement, TheCheckDoesNotTakeTheMessageBeforeForThePresentOne) {
    FaultyExchange exchange(Fault::kept_the_message_before);
    const auto cell = measure(exchange, {.most = 10, .fixed = true}, true);
    if (cell) {
        EXPECT_TRUE(is_corrupted(*cell));
    }
}

TEST(PairMeasurement, WithoutTheCheckNothingIsCalledDamaged) {
    FaultyExchange exchange(Fault::flipped_bit);
    const auto cell = measure(exchange, {.most = 10, .fixed = true}, false);
    if (cell) {
        EXPECT_FALSE(is_corrupted(*cell));
    }
}

class TimingOfOneToOne : public ::testing::TestWithParam<Timing> {};

TEST_P(TimingOfOneToOne, MessagesArriveWholeAndDelaysArePlausible) {
    const auto exchange = mode_entry(Mode::one_to_one).make_pair({.timing = GetParam()});
    const SamplingRule rule;
    PairMeasurement measurement(*exchange, rule, true);
    SmallStage small_stage(length_bytes);
    const Stage stage = small_stage.get();
    if (own_rank() == measurement.leader_of(pair)) {
        const CellStatistics cell = measurement.lead(stage, pair);
        EXPECT_FALSE(is_corrupted(cell));
        EXPECT_GT(cell.median, 1e-9);
        EXPECT_LT(cell.median, 1);
    } else if (own_rank() == measurement.follower_of(pair)) {
        measurement.follow(stage, pair);
    }
}

INSTANTIATE_TEST_SUITE_P(Of, TimingOfOneToOne, ::testing::ValuesIn(all_timings),
                         [](const auto& timing) { return std::string(name_of(timing.param)); });

}  // namespace
}  // namespace fabricmap::network_test
