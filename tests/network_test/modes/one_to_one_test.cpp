// SPDX-License-Identifier: Apache-2.0
#include "measuring/clock/common_clock.hpp"
#include "network_test/engine/pair_measurement.hpp"
#include "network_test/modes/table.hpp"
#include "tests/measuring/clock/planted_clock.hpp"
#include "tests/network_test/engine/small_stage.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace fabricmap::network_test {
namespace {

constexpr Nanoseconds second = 1'000'000'000;
constexpr SamplingRule few_samples{.most = 10, .fixed = true};

/// What rank 0 sends to rank 1, as rank 1 sees it; on rank 0 nothing.
CellStatistics synchronized_delay(const Stage& stage) {
    const auto exchange = mode_entry(Mode::one_to_one).make_pair({.timing = Timing::synchronized});
    PairMeasurement measurement(*exchange, few_samples, false);
    const RankPair pair{RankIndex{0}, RankIndex{1}};
    if (stage.rank == measurement.leader_of(pair)) return measurement.lead(stage, pair);
    measurement.follow(stage, pair);
    return {};
}

Stage with_clock(const Stage& stage, const Clock& clock, const ClockOffset& offset) {
    return {stage.comm,     stage.rank,    stage.size, stage.locations, stage.endpoints, clock,
            stage.watchdog, stage.payload, stage.out,  stage.in,        stage.window,    offset};
}

double middle_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// A clock that is a second ahead, or behind, and gains 50 ppm or loses them.
class SynchronizedDelay : public ::testing::TestWithParam<ClockOffset> {};

TEST_P(SynchronizedDelay, IsThatOfOneClockWithinTheBound) {
    constexpr int turns = 21;
    SmallStage small(1 << 20);
    const Clock machine(false);
    const bool is_off = own_rank() == 1;
    const PlantedClocks planted(is_off ? GetParam().at_reference : 0, is_off ? GetParam().drift : 0);
    CommonClock common(MPI_COMM_WORLD, planted.clock(), separate_clocks(),
                       {.between_readings = second / 20, .between_checks = 0});
    // In turn, so that both meet the machine at the same speed, whoever else uses it.
    std::vector<double> by_machine_s;
    std::vector<double> by_planted_s;
    for (int turn = 0; turn < turns; ++turn) {
        by_machine_s.push_back(synchronized_delay(with_clock(small.get(), machine, {})).median);
        const CellStatistics reported =
            synchronized_delay(with_clock(small.get(), planted.clock(), common.offset()));
        common.check();
        EXPECT_GE(reported.minimum, 0);
        EXPECT_LE(reported.minimum, reported.median);
        EXPECT_LE(reported.median, reported.maximum);
        by_planted_s.push_back(reported.median);
    }
    if (own_rank() != 1) return;
    // A tenth for what differs from one measurement to the next.
    const double true_s = middle_of(by_machine_s);
    EXPECT_NEAR(middle_of(by_planted_s), true_s, common.error_bound_s() + 0.1 * true_s);
    fmt::print("{:.1f} us by one clock, {:.1f} us by planted ones, bound {:.1f} us\n", 1e6 * true_s,
               1e6 * middle_of(by_planted_s), 1e6 * common.error_bound_s());
}

INSTANTIATE_TEST_SUITE_P(Of, SynchronizedDelay,
                         ::testing::Values(ClockOffset{0, second, 50e-6}, ClockOffset{0, second, -50e-6},
                                           ClockOffset{0, -second, 50e-6}, ClockOffset{0, -second, -50e-6}));

}  // namespace
}  // namespace fabricmap::network_test
