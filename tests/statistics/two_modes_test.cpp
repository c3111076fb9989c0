// SPDX-License-Identifier: Apache-2.0
#include "statistics/two_modes.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace fabricmap {
namespace {

TEST(TwoModes, LieOnEitherSideOfTheGap) {
    const std::vector<float> values{
        0.01F, 0.31F, 0.02F, 0.30F, 0, 0.29F, std::numeric_limits<float>::quiet_NaN()};
    const auto modes = two_modes_of(values, 3, 0.05F);
    ASSERT_TRUE(modes);
    EXPECT_FLOAT_EQ(modes->low, 0.01F);
    EXPECT_FLOAT_EQ(modes->high, 0.30F);
    EXPECT_GT(modes->boundary, 0.02F);
    EXPECT_LT(modes->boundary, 0.29F);
}

TEST(TwoModes, AreNoneWhereOneHasTooFewValues) {
    EXPECT_FALSE(two_modes_of(std::vector<float>{0, 0.01F, 0.02F, 0.3F, 0.31F}, 3, 0.05F));
}

TEST(TwoModes, AreNoneWhereTheGapIsNoWiderThanTheHeaps) {
    EXPECT_FALSE(two_modes_of(std::vector<float>{0, 0.1F, 0.2F, 0.4F, 0.5F, 0.6F}, 3, 0.05F));
    EXPECT_FALSE(two_modes_of(std::vector<float>{0, 0, 0, 0.04F, 0.04F, 0.04F}, 3, 0.05F));
    EXPECT_FALSE(two_modes_of(std::vector<float>{}, 3, 0.05F));
}

}  // namespace
}  // namespace fabricmap
