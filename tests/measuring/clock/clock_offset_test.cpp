// SPDX-License-Identifier: Apache-2.0
#include "measuring/clock/clock.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace fabricmap {
namespace {

TEST(ClockOffset, OfNothingIsTheSameTime) {
    const ClockOffset none;
    EXPECT_EQ(none.common(1'234'567), 1'234'567);
    EXPECT_EQ(none.own(1'234'567), 1'234'567);
}

// 40 ppm over 10 s are 400 µs.
TEST(ClockOffset, GrowsByTheDriftFromItsReferenceOn) {
    const ClockOffset offset{5'000'000'000, -300, 40e-6};
    EXPECT_EQ(offset.common(5'000'000'000), 4'999'999'700);
    EXPECT_EQ(offset.common(15'000'000'000), 15'000'399'700);
    EXPECT_EQ(offset.own(15'000'399'700), 15'000'000'000);
}

// Nanoseconds since 1970 need 61 bits, and a double has 53.
TEST(ClockOffset, LosesNoNanosecondOfClocksThatRanForDecades) {
    constexpr Nanoseconds now = 1'800'000'000'000'000'001;
    const ClockOffset offset{now - 1'000'000'000, -1'799'999'000'000'000'000, 50e-6};
    EXPECT_EQ(offset.common(now), 1'000'000'050'001);
    EXPECT_EQ(offset.own(1'000'000'050'001), now);
}

// The first clock loses 10 ppm against the second, which gains 30 ppm on the third.
TEST(ClockOffset, LeadsOnThroughAThirdClock) {
    const ClockOffset first{1'000, 500, -10e-6};
    const ClockOffset second{2'000, 7'000, 30e-6};
    const ClockOffset both = first.then(second);
    EXPECT_EQ(both.common(1'000), second.common(1'500));
    EXPECT_NEAR(both.drift, 20e-6, 1e-9);
    constexpr Nanoseconds later = 1'000'001'000;
    EXPECT_EQ(both.common(later), second.common(first.common(later)));
}

RC_GTEST_PROP(ClockOffset, IsUndoneToTheNanosecond, ()) {
    const ClockOffset offset{*rc::gen::inRange<Nanoseconds>(0, 1'000'000'000'000'000'000),
                             *rc::gen::inRange<Nanoseconds>(-2'000'000'000, 2'000'000'000),
                             *rc::gen::inRange(-500, 501) * 1e-6};
    const Nanoseconds own =
        offset.reference + *rc::gen::inRange<Nanoseconds>(-100'000'000'000, 100'000'000'000);
    RC_ASSERT(std::abs(offset.own(offset.common(own)) - own) <= 1);
}

TEST(Clock, ShowsTheOffsetThatWasPlanted) {
    const Clock machine(false);
    const Clock ahead(ClockOffset{machine.now(), 1'000'000'000'000, 0});
    const Nanoseconds before = machine.now();
    const Nanoseconds seen = ahead.now() - 1'000'000'000'000;
    EXPECT_LE(before, seen);
    EXPECT_LE(seen, machine.now());
    EXPECT_FALSE(ahead.simulated());
}

}  // namespace
}  // namespace fabricmap
