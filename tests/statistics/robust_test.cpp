// SPDX-License-Identifier: Apache-2.0
#include "statistics/robust.hpp"

#include <Eigen/Core>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace fabricmap {
namespace {

using Values = std::vector<float>;
constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(MedianOfNumbers, PassesOverWhatIsNone) {
    EXPECT_FLOAT_EQ(median_of_numbers(Values{no_value, 3, 1, no_value, 2, infinity}), 2);
    EXPECT_TRUE(std::isnan(median_of_numbers(Values{no_value, -infinity})));
    EXPECT_TRUE(std::isnan(median_of_numbers(Values{})));
}

TEST(MedianOfNumbers, OfAnEvenNumberLiesBetweenTheMiddleTwo) {
    EXPECT_FLOAT_EQ(median_of_numbers(Values{4, 1, 3, 2}), 2.5);
    EXPECT_FLOAT_EQ(median_of_numbers(Values{7, 5}), 6);
    EXPECT_FLOAT_EQ(median_of_numbers(std::vector<double>{-1, 9}), 4);
}

TEST(MedianOfNumbers, IsThatOfSortedValuesOfAnyNumberInAnyOrder) {
    std::mt19937 random(5);
    for (std::size_t count = 1; count < 60; ++count) {
        Eigen::ArrayXf values(static_cast<Eigen::Index>(count));
        for (float& value : values) value = static_cast<float>(random() % 20);
        Values sorted(values.begin(), values.end());
        std::sort(sorted.begin(), sorted.end());
        EXPECT_FLOAT_EQ(median_of_numbers(values), (sorted[(count - 1) / 2] + sorted[count / 2]) / 2)
            << count;
    }
}

TEST(BulkOf, ReportsCentreAndDeviationByHand) {
    // Distances from 3: 2 1 0 1 97; their middle is 1, which is 0.6745 deviations of normal values.
    const Bulk bulk = bulk_of(Values{1, 2, 3, 4, 100, no_value});
    EXPECT_FLOAT_EQ(bulk.centre, 3);
    EXPECT_NEAR(bulk.deviation, 1 / 0.6745, 1e-3);
    EXPECT_EQ(bulk.count, 5);
}

TEST(BulkOf, NormalValuesWithATenthOfStrayOnesIsThatOfTheNormalOnes) {
    std::mt19937 random(6);
    std::normal_distribution<float> normal(7, 2);
    Values values(5000);
    for (float& value : values) value = normal(random);
    for (std::size_t place = 0; place < values.size(); place += 10) values[place] = 1e6F;
    const Bulk bulk = bulk_of(values);
    EXPECT_NEAR(bulk.centre, 7, 0.4);
    EXPECT_NEAR(bulk.deviation, 2, 0.4);
}

TEST(BulkOf, NothingHasNoDeviation) {
    const Bulk bulk = bulk_of(Values{no_value});
    EXPECT_EQ(bulk.count, 0);
    EXPECT_EQ(bulk.deviation, 0);
}

}  // namespace
}  // namespace fabricmap
