// SPDX-License-Identifier: Apache-2.0
#include "measuring/probing/visits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace fabricmap {
namespace {

TEST(RobustEstimate, IsTheMedianAndForgetsOneWildValue) {
    EXPECT_DOUBLE_EQ(robust_estimate({3, 1, 2}).value, 2);
    EXPECT_DOUBLE_EQ(robust_estimate({4, 1, 2, 3}).value, 2.5);
    EXPECT_DOUBLE_EQ(robust_estimate({3, 1, 1e9}).value, 3);
}

TEST(RobustEstimate, OfEqualValuesHasNoError) {
    const Estimate estimate = robust_estimate({7, 7, 7, 7});
    EXPECT_EQ(estimate.error, 0);
    EXPECT_TRUE(estimate.stands_out(4));
    EXPECT_FALSE(robust_estimate({0, 0, 0}).stands_out(4));
}

TEST(RobustEstimate, ErrorIsThatOfAMedianOfNormalNoise) {
    std::mt19937_64 engine(1);
    std::normal_distribution<double> normal(5, 2);
    std::vector<double> values(10'000);
    for (double& value : values) value = normal(engine);
    EXPECT_NEAR(robust_estimate(values).error, 1.2533 * 2 / 100, 0.001);
}

TEST(RiseBetween, IsTakenWithinEachVisit) {
    // The second visit lies wholly higher, and so its rise is the same.
    const std::vector<Visit> visits{{1, 2, 4}, {11, 12, 14}};
    EXPECT_DOUBLE_EQ(rise_between(visits, 0, 2).value, 3);
    EXPECT_EQ(rise_between(visits, 0, 2).error, 0);
    EXPECT_DOUBLE_EQ(delay_at(visits, 1).value, 7);
}

}  // namespace
}  // namespace fabricmap
