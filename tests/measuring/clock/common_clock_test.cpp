// SPDX-License-Identifier: Apache-2.0
#include "measuring/clock/common_clock.hpp"

#include "base/errors.hpp"
#include "base/mixing.hpp"
#include "planted_clock.hpp"
#include "tests/votes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <thread>

namespace fabricmap {
namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds millisecond = 1'000'000;
constexpr Nanoseconds one_second = 1'000 * millisecond;
constexpr Nanoseconds hour = 3'600 * one_second;
constexpr int tries = 100;
constexpr double max_drift = 50e-6;

/// FABRICMAP_LONG_CLOCK_TEST in the environment: the tests last as long as what they test would in a job, and
/// expect what holds on an idle machine with a core for each rank. Otherwise they expect what a clock says of
/// itself, which holds on any.
bool is_long() {
    return std::getenv("FABRICMAP_LONG_CLOCK_TEST") != nullptr;
}

/// Readings so near to each other that many tries take little time.
constexpr CommonClock::Settings hasty{
    .exchanges = 15, .between_readings = 5 * millisecond, .between_checks = millisecond};

CommonClock::Settings settings_of_tries() {
    return is_long() ? CommonClock::Settings() : hasty;
}

/// Any number from -1 to 1, another for each rank and draw.
double draw_sign(std::uint64_t number) {
    constexpr std::uint64_t steps = 2'000'001;
    std::uint64_t state = mix(static_cast<std::uint64_t>(own_rank()) + 1, number);
    return static_cast<double>(draw_below(state, steps)) / 1e6 - 1;
}

PlantedClocks any_clocks(int attempt) {
    const auto number = static_cast<std::uint64_t>(2 * attempt);
    return {std::llround(draw_sign(number) * static_cast<double>(one_second)),
            draw_sign(number + 1) * max_drift};
}

double error_ns(const CommonClock& common, const PlantedClocks& planted, Nanoseconds own) {
    return static_cast<double>(std::abs(common.offset().common(own) - planted.truth_at(own)));
}

/// How far the offsets scatter that single exchanges with rank 0 find, one rank after another.
double spread_of_exchanges_ns(const PlantedClocks& planted) {
    constexpr int exchanges = 30;
    double sum = 0;
    double squares = 0;
    for (int rank = 1; rank < job_size(); ++rank) {
        for (int exchange = 0; exchange < exchanges; ++exchange) {
            if (own_rank() == 0) show_clock(MPI_COMM_WORLD, planted.clock(), rank);
            if (own_rank() != rank) continue;
            const ClockReading reading = read_clock(MPI_COMM_WORLD, planted.clock(), 0, 1);
            const auto off =
                static_cast<double>(reading.own + reading.offset - planted.truth_at(reading.own));
            sum += off;
            squares += off * off;
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    const double mean = sum / exchanges;
    return std::sqrt(squares / exchanges - mean * mean);
}

TEST(CommonClock, OfASharedClockIsItExactly) {
    const Clock clock(false);
    const std::vector<int> one(static_cast<std::size_t>(job_size()), 0);
    CommonClock common(MPI_COMM_WORLD, clock, one);
    common.check();
    EXPECT_EQ(common.offset().common(1'234'567), 1'234'567);
    EXPECT_EQ(common.error_bound_s(), 0);
    EXPECT_TRUE(common.assumption_holds());
}

TEST(CommonClock, OfSimulatedTimeIsItExactly) {
    const Clock clock(true);
    const CommonClock common(MPI_COMM_WORLD, clock, separate_clocks());
    EXPECT_EQ(common.offset().common(1'234'567), 1'234'567);
    EXPECT_EQ(common.error_bound_s(), 0);
}

TEST(CommonClock, FindsPlantedOffsetsAndDriftsWithinItsBound) {
    for (int attempt = 0; attempt < tries; ++attempt) {
        const PlantedClocks planted = any_clocks(attempt);
        const CommonClock common(MPI_COMM_WORLD, planted.clock(), separate_clocks(), settings_of_tries());
        const Nanoseconds now = planted.clock().now();
        for (const Nanoseconds ahead : {Nanoseconds{0}, 20 * millisecond, 10 * one_second}) {
            EXPECT_LE(error_ns(common, planted, now + ahead), common.own_error_bound_ns(now + ahead))
                << "attempt " << attempt << ", " << ahead << " ns later";
        }
        const Nanoseconds reference = common.offset().reference;
        EXPECT_LE(common.own_error_bound_ns(reference), common.error_bound_s() * 1e9 + 1);
        if (own_rank() == 0) {
            EXPECT_EQ(error_ns(common, planted, now), 0);
        }
    }
}

TEST(CommonClock, IsWithinItsBoundInEverySchemeWhereClocksAreAnHourApart) {
    constexpr int tries_each = 20;
    for (const ClockSync sync : all_clock_syncs) {
        CommonClock::Settings settings = settings_of_tries();
        settings.sync = sync;
        for (int attempt = 0; attempt < tries_each; ++attempt) {
            const auto number = static_cast<std::uint64_t>(attempt);
            const PlantedClocks planted(std::llround(draw_sign(number) * static_cast<double>(hour)),
                                        draw_sign(number + tries_each) < 0 ? -max_drift : max_drift);
            const CommonClock common(MPI_COMM_WORLD, planted.clock(), separate_clocks(), settings);
            const Nanoseconds now = planted.clock().now();
            EXPECT_LE(error_ns(common, planted, now), common.own_error_bound_ns(now))
                << name_of(sync) << ", attempt " << attempt;
        }
    }
}

TEST(CommonClock, IsMadeOfClocksThatEachRankHasForItself) {
    for (const ClockKind kind : all_clock_kinds) {
        std::optional<Clock> clock;
        try {
            clock.emplace(kind, false);
        } catch (const RunError&) {
            continue;  // without a counter
        }
        EXPECT_EQ(clock->is_of_host(), kind == ClockKind::monotonic);
        const CommonClock common(MPI_COMM_WORLD, *clock, separate_clocks(), hasty);
        // What the machine's clock, which all share, shows at a moment of rank 0's: on each rank the same.
        const Nanoseconds before = Clock(false).now();
        const Nanoseconds own = clock->now();
        const Nanoseconds after = Clock(false).now();
        const Nanoseconds difference = common.offset().common(own) - (before + after) / 2;
        const auto brackets = gather_numbers({difference, after - before});
        EXPECT_LE(
            static_cast<double>(std::abs(difference - brackets[0])),
            common.own_error_bound_ns(own) + static_cast<double>(after - before + brackets[1]) / 2 + 1000)
            << name_of(kind);
    }
}

/// How often, on the rank where it is most often, the clock is wrong by more than five times the spread.
int misses_of_tries() {
    int misses = 0;
    for (int attempt = 0; attempt < tries; ++attempt) {
        const PlantedClocks planted = any_clocks(attempt);
        const CommonClock common(MPI_COMM_WORLD, planted.clock(), separate_clocks(), settings_of_tries());
        const double error = error_ns(common, planted, planted.clock().now());
        const double spread = spread_of_exchanges_ns(planted);
        if (error > 5 * spread) ++misses;
    }
    MPI_Allreduce(MPI_IN_PLACE, &misses, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return misses;
}

TEST(CommonClock, IsRightWithinAFewTimesTheSpreadOfTheExchanges) {
    // Ranks that take turns on a core answer late in the same manner each time, which no spread shows.
    if (job_size() > static_cast<int>(std::thread::hardware_concurrency()))
        GTEST_SKIP() << "more ranks than cores";
    const int misses = misses_of_tries();
    fmt::print("{} of {} further off\n", misses, tries);
    EXPECT_LE(misses, tries / 4);
}

TEST(CommonClock, BoundIsTheSameOnAllRanksAndNotNothing) {
    const PlantedClocks planted = any_clocks(0);
    const CommonClock common(MPI_COMM_WORLD, planted.clock(), separate_clocks(), hasty);
    double largest = 0;
    const double own = common.error_bound_s();
    MPI_Allreduce(&own, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    EXPECT_EQ(own, largest);
    EXPECT_GT(own, 0);
}

TEST(CommonClock, StaysWithinItsBoundFromCheckToCheck) {
    const PlantedClocks planted = any_clocks(1);
    CommonClock common(MPI_COMM_WORLD, planted.clock(), separate_clocks(), hasty);
    for (int check = 0; check < 20; ++check) {
        std::this_thread::sleep_for(10ms);
        const Nanoseconds just_before = planted.clock().now();
        const double error_before = error_ns(common, planted, just_before);
        common.check();
        EXPECT_LE(error_before, common.error_bound_s() * 1e9);
        const Nanoseconds now = planted.clock().now();
        EXPECT_LE(error_ns(common, planted, now), common.own_error_bound_ns(now));
    }
}

/// How much faster the bound grows with the time after the first two readings than after one an hour later,
/// on the rank where this gained least. The hour passes at once, on all clocks, so that how long exchanges
/// take on a busy machine is nothing beside it.
double gain_by_a_check_an_hour_later() {
    const Nanoseconds since = Clock(false).now();
    const Nanoseconds offset = std::llround(draw_sign(2) * static_cast<double>(one_second));
    Clock clock(ClockOffset{since, offset, 0});
    CommonClock common(MPI_COMM_WORLD, clock, separate_clocks(), hasty);
    const auto growth = [&] {
        const Nanoseconds now = clock.now();
        return common.own_error_bound_ns(now + one_second) - common.own_error_bound_ns(now);
    };
    const double at_first = growth();
    MPI_Barrier(MPI_COMM_WORLD);
    clock = Clock(ClockOffset{since, offset + hour, 0});
    MPI_Barrier(MPI_COMM_WORLD);
    common.check();
    double gain = own_rank() == 0 ? 1e9 : at_first / growth();
    MPI_Allreduce(MPI_IN_PLACE, &gain, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    return gain;
}

// An hour instead of five milliseconds is 720,000 times better, were all exchanges alike.
TEST(CommonClock, LearnsTheDriftBetterFromALaterCheck) {
    EXPECT_GT(gain_by_a_check_an_hour_later(), 100);
}

/// The bound after this rank's clock has jumped so far between two checks, others by what they pass; seconds.
double error_bound_after_jump_s(Nanoseconds jump) {
    const Nanoseconds since = Clock(false).now();
    Clock clock(ClockOffset{since, 0, 0});
    CommonClock common(MPI_COMM_WORLD, clock, separate_clocks(), hasty);
    std::this_thread::sleep_for(2ms);
    if (jump != 0) clock = Clock(ClockOffset{since, jump, 0});
    common.check();
    return common.error_bound_s();
}

TEST(CommonClock, NoticesAClockThatHasJumpedBetweenTwoChecks) {
    EXPECT_GE(error_bound_after_jump_s(own_rank() == 1 ? 500 * millisecond : 0), 0.4);
}

TEST(CommonClock, BoundIsOfTwoRanksThatAreWrongInOppositeWays) {
    if (job_size() < 3) GTEST_SKIP() << "one rank alone may be wrong";
    const Nanoseconds jump = own_rank() == 1 ? 500 * millisecond : own_rank() == 2 ? -500 * millisecond : 0;
    EXPECT_GE(error_bound_after_jump_s(jump), 0.9);
}

TEST(CommonClock, VerifiesThatTheRanksOfOneHostShareAClock) {
    const PlantedClocks planted(own_rank() == 1 ? one_second : 0, 0);
    const std::vector<int> one(static_cast<std::size_t>(job_size()), 0);
    const CommonClock common(MPI_COMM_WORLD, planted.clock(), one, hasty);
    EXPECT_FALSE(common.assumption_holds());
    const Nanoseconds now = planted.clock().now();
    EXPECT_LE(error_ns(common, planted, now), common.own_error_bound_ns(now));
}

TEST(CommonClock, TakesHostsApartWhoseRanksDoNotShareAClock) {
    // Said to be one host but for the last rank; rank 1 is off.
    std::vector<int> thought(static_cast<std::size_t>(job_size()), 0);
    thought.back() = 1;
    const PlantedClocks planted(own_rank() == 1 ? one_second : 0, 0);
    const CommonClock common(MPI_COMM_WORLD, planted.clock(), thought, hasty);
    EXPECT_EQ(common.assumption_holds(), job_size() == 2);
    const Nanoseconds now = planted.clock().now();
    EXPECT_LE(error_ns(common, planted, now), common.own_error_bound_ns(now));
}

TEST(CommonClock, IsHandedToRanksThatShareTheirHostsClock) {
    // Two hosts, taken in turn.
    std::vector<int> hosts(static_cast<std::size_t>(job_size()));
    for (int rank = 0; rank < job_size(); ++rank) hosts[static_cast<std::size_t>(rank)] = rank % 2;
    const PlantedClocks planted(own_rank() % 2 == 1 ? -one_second : one_second, 0);
    const CommonClock common(MPI_COMM_WORLD, planted.clock(), hosts, hasty);
    EXPECT_TRUE(common.assumption_holds());
    const Nanoseconds now = planted.clock().now();
    EXPECT_LE(error_ns(common, planted, now), common.own_error_bound_ns(now));
    if (own_rank() % 2 == 0) {
        EXPECT_EQ(error_ns(common, planted, now), 0);
    }
}

TEST(CommonClock, LetsAllRanksStartAtOneMoment) {
    const PlantedClocks planted = any_clocks(3);
    CommonClock common(MPI_COMM_WORLD, planted.clock(), separate_clocks(), hasty);
    Nanoseconds largest = 0;
    for (int start = 0; start < 10; ++start) {
        const Nanoseconds deadline = common.agree_on_deadline(5 * millisecond);
        const auto deadlines = gather_numbers({deadline});
        EXPECT_EQ(deadlines.front(), deadlines.back());
        std::this_thread::sleep_for(own_rank() == 0 ? 1ms : 0ms);
        const Nanoseconds late = common.wait_until(deadlines.front());
        EXPECT_GE(late, 0);
        const Nanoseconds now = planted.clock().now();
        EXPECT_GE(static_cast<double>(planted.truth_at(now) - deadline), -common.own_error_bound_ns(now));
        largest = std::max(largest, late);
    }
    EXPECT_EQ(common.largest_lateness(), largest);
    // A moment that has passed already is not waited for.
    EXPECT_GE(common.wait_until(common.offset().common(planted.clock().now()) - one_second), one_second);
    EXPECT_GE(common.largest_lateness(), one_second);
}

/// The common time of ranks that do share a clock, made of separate ones, and how wrong it is.
class OfNothingPlanted {
  public:
    explicit OfNothingPlanted(Nanoseconds between_readings)
        : common_(MPI_COMM_WORLD, planted_.clock(), separate_clocks(),
                  {.between_readings = between_readings}) {}

    void expect_is_within_its_bound() const {
        const Nanoseconds now = planted_.clock().now();
        EXPECT_LE(error_ns(common_, planted_, now), common_.own_error_bound_ns(now));
    }
    /// On the rank where it is largest.
    [[nodiscard]] double largest_error_now_ns() const {
        double error = error_ns(common_, planted_, planted_.clock().now());
        MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        return error;
    }

  private:
    PlantedClocks planted_{0, 0};
    CommonClock common_;
};

TEST(CommonClock, OfSeparateRanksOnOneMachineIsItsOwnWithinItsBound) {
    const OfNothingPlanted common(100 * millisecond);
    common.expect_is_within_its_bound();
    std::this_thread::sleep_for(500ms);
    common.expect_is_within_its_bound();
}

TEST(CommonClock, OfSeparateRanksOnOneMachineIsNearlyItsOwn) {
    if (!is_long()) GTEST_SKIP() << "how near depends on the machine";
    constexpr testing::Votes votes{.needed = 2, .tries = 3, .wrong_fraction = 0.005};
    testing::expect_votes<votes>([] {
        const OfNothingPlanted common(one_second);
        const double at_first_ns = common.largest_error_now_ns();
        std::this_thread::sleep_for(10s);
        const double later_ns = common.largest_error_now_ns();
        if (at_first_ns < 200 && later_ns < 1'000) return std::string();
        return fmt::format("{:.0f} ns, and {:.0f} ns after 10 s", at_first_ns, later_ns);
    });
}

}  // namespace
}  // namespace fabricmap
