// SPDX-License-Identifier: Apache-2.0
#include "statistics/order_statistics.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace fabricmap {
namespace {

using Spans = std::vector<std::int64_t>;

TEST(MedianOfSorted, IsTheMiddleOrHalfwayBetweenTheTwoMiddleOnes) {
    EXPECT_EQ(median_of_sorted(Spans{5}), 5);
    EXPECT_EQ(median_of_sorted(Spans{1, 2, 9}), 2);
    EXPECT_EQ(median_of_sorted(Spans{1, 2, 9, 100}), 5.5);
}

// floor((100 - 19.6) / 2) = 40 and ceil(1 + 119.6 / 2) = 61, counted from 1.
TEST(MedianInterval, EndsWhereTheBinomialPutsIt) {
    EXPECT_EQ(median_interval(100).low, 39U);
    EXPECT_EQ(median_interval(100).high, 60U);
    EXPECT_EQ(median_interval(3).low, 0U);
    EXPECT_EQ(median_interval(3).high, 2U);
}

}  // namespace
}  // namespace fabricmap
