// SPDX-License-Identifier: Apache-2.0
#include "measuring/clock/clock_fit.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

namespace fabricmap {
namespace {

constexpr Nanoseconds second = 1'000'000'000;

ClockFit fit_of(const std::vector<ClockReading>& readings) {
    ClockFit fit;
    for (const ClockReading& reading : readings) fit.add(reading);
    return fit;
}

TEST(ClockFit, OfOneReadingIsItsOffset) {
    const ClockFit fit = fit_of({{7 * second, 1'234, 40}});
    EXPECT_EQ(fit.line().at(7 * second), 1'234);
    EXPECT_EQ(fit.line().drift, 0);
    EXPECT_EQ(fit.error_bound_ns(7 * second), 40);
}

// The offset grows by 20 µs in a second: 20 ppm. At its ends the line is as good as the readings there; the
// drift may be wrong by their half trips together over that second.
TEST(ClockFit, OfTwoReadingsGoesThroughBoth) {
    const ClockFit fit = fit_of({{7 * second, 1'000, 40}, {8 * second, 21'000, 60}});
    EXPECT_EQ(fit.line().at(7 * second), 1'000);
    EXPECT_EQ(fit.line().at(8 * second), 21'000);
    EXPECT_EQ(fit.line().at(10 * second), 61'000);
    EXPECT_EQ(fit.line().reference, 8 * second);
    EXPECT_NEAR(fit.line().drift, 20e-6, 1e-12);
    EXPECT_NEAR(fit.drift_bound(), 100e-9, 1e-12);
    EXPECT_EQ(fit.error_bound_ns(8 * second), 60);
    EXPECT_NEAR(fit.error_bound_ns(10 * second), 260, 1e-6);
}

// Equal weights: the line of least squares through (0, 0), (1, 6), (2, 0) is level at 2, so it misses the
// last reading by 2 and the first by 2.
TEST(ClockFit, AddsTheDistanceFromItsReadingsToTheirHalfTrips) {
    const ClockFit fit = fit_of({{0, 0, 10}, {second, 6, 10}, {2 * second, 0, 10}});
    EXPECT_EQ(fit.line().at(2 * second), 2);
    EXPECT_NEAR(fit.line().drift, 0, 1e-15);
    EXPECT_EQ(fit.error_bound_ns(2 * second), 12);
    EXPECT_NEAR(fit.drift_bound(), 24.0 / (2 * second), 1e-15);
}

TEST(ClockFit, HardlyHeedsADisturbedReading) {
    const ClockFit fit =
        fit_of({{0, 0, 100}, {second, 0, 100}, {2 * second, 0, 100}, {3 * second, 900'000, 1'000'000}});
    EXPECT_LE(std::abs(fit.line().at(3 * second)), 1);
    // What the earlier ones say of the end is better than the last one.
    EXPECT_LT(fit.error_bound_ns(3 * second), 1'000'000);
}

TEST(ClockFit, ForgetsWhatIsLongAgo) {
    ClockFit fit = fit_of({{0, 1'000'000, 10}});
    for (Nanoseconds at = 1; at <= Nanoseconds{ClockFit::max_readings}; ++at) {
        fit.add({at * second, 50 * at, 10});
    }
    EXPECT_EQ(fit.line().at(20 * second), 1'000);
}

TEST(ClockFit, KnowsHowFarItMissedAReading) {
    const ClockFit fit = fit_of({{0, 0, 100}, {second, 0, 100}});
    // Predicted within 100 + 200 ns; a reading that is off by 50 ± 20 ns says more, one of ± 1 ms nothing.
    EXPECT_EQ(fit.miss_ns({2 * second, 50, 20}), 70);
    EXPECT_NEAR(fit.miss_ns({2 * second, 900'000, 1'000'000}), 300, 1e-6);
    // A clock that has jumped.
    EXPECT_EQ(fit.miss_ns({2 * second, 900'000, 100}), 900'100);
}

// Readings of an even clock, each wrong by up to its half trip.
RC_GTEST_PROP(ClockFit, OfAnEvenClockIsNeverWorseThanItsBound, ()) {
    const ClockOffset truth{*rc::gen::inRange<Nanoseconds>(0, 1'000'000 * second),
                            *rc::gen::inRange<Nanoseconds>(-second, second),
                            *rc::gen::inRange(-200, 201) * 1e-6};
    ClockFit fit;
    Nanoseconds own = truth.reference;
    const int readings = *rc::gen::inRange(1, 15);
    for (int reading = 0; reading < readings; ++reading) {
        own += *rc::gen::inRange<Nanoseconds>(1'000'000, 2 * second);
        const auto half_trip = *rc::gen::inRange<Nanoseconds>(1, 100'000);
        fit.add({own, truth.at(own) + *rc::gen::inRange<Nanoseconds>(-half_trip, half_trip + 1), half_trip});
    }
    own += *rc::gen::inRange<Nanoseconds>(0, 20 * second);
    const auto error = static_cast<double>(std::abs(fit.line().at(own) - truth.at(own)));
    constexpr double of_rounding = 4;
    RC_ASSERT(error <= fit.error_bound_ns(own) + of_rounding);
}

}  // namespace
}  // namespace fabricmap
