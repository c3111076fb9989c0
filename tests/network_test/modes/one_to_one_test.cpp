// SPDX-License-Identifier: Apache-2.0
#include "measuring/clock/common_clock.hpp"
#include "network_test/engine/pair_measurement.hpp"
#include "network_test/modes/table.hpp"
#include "tests/measuring/clock/planted_clock.hpp"
#include "tests/network_test/engine/small_stage.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace fabricmap::network_test {
namespace {

constexpr Nanoseconds second = 1'000'000'000;
constexpr SamplingRule rule{.most = 40, .fixed = true};

/// What rank 0 sends to rank 1, as rank 1 sees it; on rank 0 nothing.
CellStatistics synchronized_delay(const Stage& stage) {
    const auto exchange = mode_entry(Mode::one_to_one).make_pair({.timing = Timing::synchronized});
    PairMeasurement measurement(*exchange, rule, false);
    const RankPair pair{0, 1};
    if (stage.rank == measurement.leader_of(pair)) return measurement.lead(stage, pair);
    measurement.follow(stage, pair);
    return {};
}

Stage with_clock(const Stage& stage, const Clock& clock, const ClockOffset& offset) {
    return {stage.comm,     stage.rank,    stage.size, stage.locations, stage.endpoints, clock,
            stage.watchdog, stage.payload, stage.out,  stage.in,        stage.window,    offset};
}

/// What is wrong with the delays that planted clocks tell, beside those by the machine's clock.
std::string complaint(double true_s, const CellStatistics& reported, double bound_s) {
    const bool ordered =
        reported.minimum >= 0 && reported.minimum <= reported.median && reported.median <= reported.maximum;
    if (!ordered)
        return fmt::format("from {} over {} to {} s", reported.minimum, reported.median, reported.maximum);
    // A quarter for what differs from one measurement to the next.
    if (std::abs(reported.median - true_s) <= bound_s + 0.25 * true_s) return {};
    return fmt::format("{} s instead of {} s ± {} s", reported.median, true_s, bound_s);
}

// A clock that is a second ahead, or behind, and gains 50 ppm or loses them.
class SynchronizedDelay : public ::testing::TestWithParam<ClockOffset> {};

TEST_P(SynchronizedDelay, IsThatOfOneClockWithinTheBound) {
    constexpr int attempts = 6;
    SmallStage small(1 << 20);
    const Clock machine(false);
    std::string wrong;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const bool is_off = own_rank() == 1;
        const PlantedClocks planted(is_off ? GetParam().at_reference : 0, is_off ? GetParam().drift : 0);
        CommonClock common(MPI_COMM_WORLD, planted.clock(), separate_clocks(),
                           {.between_readings = second / 20, .between_checks = 0});
        const double true_s = synchronized_delay(with_clock(small.get(), machine, {})).median;
        const CellStatistics reported =
            synchronized_delay(with_clock(small.get(), planted.clock(), common.offset()));
        common.check();
        if (own_rank() == 1) wrong = complaint(true_s, reported, common.error_bound_s());
        wrong = gather_texts(wrong).back();
        if (wrong.empty()) return;
    }
    ADD_FAILURE() << wrong;
}

INSTANTIATE_TEST_SUITE_P(Of, SynchronizedDelay,
                         ::testing::Values(ClockOffset{0, second, 50e-6}, ClockOffset{0, second, -50e-6},
                                           ClockOffset{0, -second, 50e-6}, ClockOffset{0, -second, -50e-6}));

}  // namespace
}  // namespace fabricmap::network_test
