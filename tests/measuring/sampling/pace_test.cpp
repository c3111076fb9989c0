// SPDX-License-Identifier: Apache-2.0
#include "measuring/sampling/pace.hpp"

#include <gtest/gtest.h>

namespace fabricmap {
namespace {

TEST(Pace, SharesTheTimeLeftAmongTheVisitsLeft) {
    const Pace pace(1000);
    EXPECT_EQ(pace.visit_time(0, 10), 100);
    // The first was quicker: those behind it get more.
    EXPECT_EQ(pace.visit_time(10, 9), 110);
    EXPECT_EQ(pace.visit_time(1000, 3), 0);
    EXPECT_EQ(pace.visit_time(5000, 3), 0);
}

TEST(Pace, WithoutALimitGivesAllTheTimeThereIs) {
    EXPECT_FALSE(Pace().limited());
    EXPECT_EQ(Pace().visit_time(1000, 5), Pace::never);
}

TEST(SampleAllowance, TakesWhatFitsByTheSamplesTakenSoFar) {
    // Three warm-ups took 30 ns of 100: seven more fit.
    const SampleAllowance allowance(0, 100);
    EXPECT_EQ(allowance.affordable(30, 3, 12), 7);
    EXPECT_EQ(allowance.affordable(30, 3, 5), 5);
    EXPECT_EQ(allowance.affordable(100, 10, 12), 0);
}

TEST(SampleAllowance, TriesASingleSampleWhereNoneWasSeen) {
    EXPECT_EQ(SampleAllowance(0, 100).affordable(0, 0, 12), 1);
}

TEST(SampleAllowance, WithoutALimitTakesWhatIsWanted) {
    EXPECT_EQ(SampleAllowance(0, Pace::never).affordable(50, 0, 12), 12);
}

}  // namespace
}  // namespace fabricmap
