// SPDX-License-Identifier: Apache-2.0
#include "statistics/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace fabricmap {
namespace {

// Printed tables of both distributions.
TEST(NormalQuantile, AgreesWithTheTables) {
    EXPECT_DOUBLE_EQ(normal_quantile(0.5), 0);
    EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
    EXPECT_NEAR(normal_quantile(0.9), 1.2815515655446004, 1e-14);
    EXPECT_NEAR(normal_quantile(0.001), -3.090232306167813, 1e-13);
    EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-12);
}

TEST(NormalQuantile, IsTheInverseOfTheErrorFunctionEverywhere) {
    for (double z = -8; z <= 8; z += 0.01) {
        const double probability = std::erfc(-z / std::numbers::sqrt2) / 2;
        if (probability == 1) break;
        const double slack = z > 5 ? 1e-2 : 1e-9;  // near 1 a double does not tell probabilities apart
        EXPECT_NEAR(normal_quantile(probability), z, slack) << z;
    }
}

TEST(HeavyTailedQuantile, IsStudentsWithFourDegreesScaledToVarianceOne) {
    EXPECT_NEAR(student_t4_quantile(0.975), 2.7764451051977987 / std::numbers::sqrt2, 1e-12);
    EXPECT_NEAR(student_t4_quantile(0.95), 2.13184678632665 / std::numbers::sqrt2, 1e-12);
    EXPECT_NEAR(student_t4_quantile(0.0005), -8.610301581379295 / std::numbers::sqrt2, 1e-9);
    EXPECT_NEAR(student_t4_quantile(0.5), 0, 1e-7);
}

TEST(Uniform, StaysBetweenItsEnds) {
    EXPECT_GT(uniform(0), 0);
    EXPECT_LT(uniform(~std::uint64_t{0}), 1);
}

}  // namespace
}  // namespace fabricmap
