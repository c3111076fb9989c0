// SPDX-License-Identifier: Apache-2.0
// The common time of a rank lies within its stated bound wherever the rank was recorded, by what two readings
// of another clock can be at worst.
#include "tracing/reading/rank_clock.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace fabricmap::tracing {
namespace {

constexpr std::int64_t second_of_clock = 1'000'000'000;

/// Counter and monotonic clock are one: from 1 s on, for so long.
RankRecording rank_of(int rank, std::int64_t recorded_ns) {
    RankRecording recording;
    recording.header.rank = rank;
    recording.header.rank_count = 2;
    recording.header.first_call = second_of_clock;
    for (const std::int64_t moment : {second_of_clock, second_of_clock + recorded_ns})
        recording.moments.push_back({static_cast<std::uint64_t>(moment), moment});
    return recording;
}

struct Planted {
    std::int64_t recorded_ns = 0;
    std::int64_t first_ns = 0;  ///< after the start
    std::int64_t last_ns = 0;
    double drift = 0;  ///< of rank 0's clock beside that of rank 1
};

constexpr std::int64_t half_trip_ns = 30'000;

/// Readings that are wrong by all that their round trips allow, the first one upwards and the last downwards.
Recording recorded(const Planted& planted) {
    Recording recording;
    recording.rank_count = 2;
    recording.ranks = {rank_of(0, 2 * planted.recorded_ns), rank_of(1, planted.recorded_ns)};
    FileHeader& header = recording.ranks[1].header;
    header.clock_parent = 0;
    const auto sighting = [&](std::int64_t after_ns, std::int64_t error_ns) {
        const auto drifted = static_cast<std::int64_t>(planted.drift * static_cast<double>(after_ns));
        return ClockSighting{second_of_clock + after_ns, drifted + error_ns, half_trip_ns, 30};
    };
    header.first_sighting = sighting(planted.first_ns, half_trip_ns);
    header.last_sighting = sighting(planted.last_ns, -half_trip_ns);
    return recording;
}

/// Returns the bound.
double expect_truth_within_bound(const Planted& planted) {
    const std::vector<RankClock> clocks = clocks_of(recorded(planted));
    const double bound_s = clocks[1].error_bound_s();
    for (const std::int64_t after_ns : {std::int64_t{0}, planted.recorded_ns}) {
        const double truth = static_cast<double>(after_ns) * (1 + planted.drift) * 1e-9;
        const auto ticks = static_cast<std::uint64_t>(second_of_clock + after_ns);
        // Both share an origin, which the wrong offset moves: rank 0 tells where.
        const double of_first = clocks[0].seconds(static_cast<std::uint64_t>(second_of_clock)) + truth;
        EXPECT_NEAR(clocks[1].seconds(ticks), of_first, bound_s + 1e-8) << after_ns;
    }
    return bound_s;
}

TEST(RankClock, OfAShortRunDoesNotProlongErrorsOfItsReadings) {
    // Through both readings the line is 150 us off at the ends.
    EXPECT_LT(
        expect_truth_within_bound({second_of_clock, second_of_clock * 4 / 10, second_of_clock * 6 / 10, 0}),
        70e-6);
}

TEST(RankClock, OfALongRunFollowsTheDriftThatTwoReadingsTell) {
    EXPECT_LT(expect_truth_within_bound({100 * second_of_clock, second_of_clock / 10,
                                         100 * second_of_clock - second_of_clock / 10, 40e-6}),
              31e-6);
}

TEST(RankClock, SaysHowMuchLongerThanItsReadingsItWasRecorded) {
    EXPECT_GT(expect_truth_within_bound({100 * second_of_clock, 0, 50 * second_of_clock, 40e-6}), 80e-6);
}

/// Another host's clock began at another time; its world did 3 s later than the first.
TEST(RankClock, OfAWorldOnOtherHostsGoesByTheTimeOfDay) {
    Recording recording;
    recording.rank_count = 2;
    recording.ranks = {rank_of(0, second_of_clock), rank_of(1, second_of_clock)};
    constexpr std::int64_t first_unix_ns = 1'700'000'000 * second_of_clock;
    RankRecording& other = recording.ranks[1];
    other.world = 1;
    other.header.clock_identity = 2;
    for (Moment& moment : other.moments) moment.monotonic_ns += 500 * second_of_clock;
    for (RankRecording& rank : recording.ranks) rank.header.started = rank.moments.front();
    recording.ranks[0].header.started_unix_ns = first_unix_ns;
    other.header.started_unix_ns = first_unix_ns + 3 * second_of_clock;
    const std::vector<RankClock> clocks = clocks_of(recording);
    constexpr auto start = static_cast<std::uint64_t>(second_of_clock);
    EXPECT_NEAR(clocks[1].seconds(start) - clocks[0].seconds(start), 3, 1e-6);
    EXPECT_EQ(clocks[1].error_bound_s(), 1);
}

}  // namespace
}  // namespace fabricmap::tracing
