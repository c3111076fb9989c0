// SPDX-License-Identifier: Apache-2.0
#include "measuring/probing/trend.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap {
namespace {

/// Two seconds a byte up to 4 bytes, then 10 more.
Trend trend_with_jump_after_4() {
    return {{1, 2, 4, 8, 16, 32}, {{2, 4, 8, 26, 42, 74}}, {}};
}

TEST(Trend, WhatTheSlopesAroundPredictIsExplained) {
    EXPECT_DOUBLE_EQ(trend_with_jump_after_4().unexplained(8, 16, {16}).rise.value, 0);
}

TEST(Trend, WhatIsLeftOfARiseHasItsSign) {
    const Trend trend = trend_with_jump_after_4();
    EXPECT_DOUBLE_EQ(trend.unexplained(4, 8, {18}).rise.value, 10);
    EXPECT_DOUBLE_EQ(trend.unexplained(4, 8, {8 - 5}).rise.value, -5);
}

TEST(Trend, AJumpThatIsKnownIsNoSlope) {
    // To the right of the gap from 4 to 8 lies one span alone, and it holds the jump.
    const std::vector<std::int64_t> lengths{1, 2, 4, 8, 16};
    const std::vector<Visit> visits{{2, 4, 8, 16, 42}};
    EXPECT_DOUBLE_EQ(Trend(lengths, visits, {}).unexplained(4, 8, {8 + 3}).rise.value, 0);
    const Breakpoint jump{.last_before = 15, .step_s = 10};
    EXPECT_DOUBLE_EQ(Trend(lengths, visits, {jump}).unexplained(4, 8, {8 + 3}).rise.value, 3);
}

TEST(Trend, TheErrorIsThatOfTheRiseAndOfTheSlopeOverTheWidth) {
    // Of the one span beside the gap, the rises are 1, 2 and 3: their median errs by `slope_error` a byte.
    const std::vector<Visit> visits{{0, 1, 5}, {0, 2, 5}, {0, 3, 5}};
    const double slope_error = robust_estimate({1, 2, 3}).error;
    const Estimate jump = Trend({1, 2, 5}, visits, {}).unexplained(2, 5, {20, 3 * slope_error}).rise;
    EXPECT_DOUBLE_EQ(jump.value, 20 - 3 * 2);
    EXPECT_DOUBLE_EQ(jump.error, std::sqrt(2) * 3 * slope_error);
}

TEST(Trend, WithoutNeighboursADelayMayGrowInProportionAndMayNotFall) {
    const Trend trend({100, 200}, {{10, 12}}, {});
    EXPECT_DOUBLE_EQ(trend.unexplained(100, 200, {2}).rise.value, 0);
    EXPECT_DOUBLE_EQ(trend.unexplained(100, 200, {12}).rise.value, 2);
    EXPECT_DOUBLE_EQ(trend.unexplained(100, 200, {-1}).rise.value, -1);
}

}  // namespace
}  // namespace fabricmap
