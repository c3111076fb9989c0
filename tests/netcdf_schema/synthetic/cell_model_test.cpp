// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/synthetic/cell_model.hpp"

#include "base/mixing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace fabricmap {
namespace {

constexpr int cells = 40'000;
constexpr TrueDelay truth{5e-6, 0.02};

std::vector<double> relative_deviations_of_medians(const Straying& straying) {
    std::vector<double> deviations;
    for (std::uint64_t cell = 0; cell < cells; ++cell) {
        deviations.push_back(draw(Statistic::median, truth, straying, mix(cell)) / truth.delay_s - 1);
    }
    return deviations;
}

double root_mean_square(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value * value;
    return std::sqrt(sum / static_cast<double>(values.size()));
}

double share_beyond(const std::vector<double>& values, double limit) {
    return static_cast<double>(std::count_if(values.begin(), values.end(),
                                             [&](double value) { return std::fabs(value) > limit; })) /
           static_cast<double>(values.size());
}

TEST(Draw, MediansStrayAsMuchAsTheScenarioSays) {
    EXPECT_NEAR(root_mean_square(relative_deviations_of_medians({false, 100})), 0.02, 0.0003);
    // The fourth moment of t with four degrees of freedom is infinite: its deviation is known less well.
    EXPECT_NEAR(root_mean_square(relative_deviations_of_medians({true, 100})), 0.02, 0.002);
}

TEST(Draw, HeavyTailsReachFarBeyondTheNormalOnes) {
    // Beyond four deviations: normal 0.0063 %, t with four degrees of freedom, |t| > 4√2: 0.48 %.
    EXPECT_LT(share_beyond(relative_deviations_of_medians({false, 100}), 0.08), 0.0004);
    EXPECT_NEAR(share_beyond(relative_deviations_of_medians({true, 100}), 0.08), 0.0048, 0.0012);
}

TEST(Draw, StatisticsOfACellAreThoseOfOneSample) {
    for (const bool heavy : {false, true}) {
        for (std::uint64_t bits = 0; bits < 2000; ++bits) {
            const CellStatistics cell = draw_cell(all_statistics, {3e-6, 0.05}, {heavy, 100}, mix(bits));
            ASSERT_LE(cell.minimum, cell.median);
            ASSERT_LE(cell.median, cell.maximum);
            ASSERT_LE(cell.minimum, cell.average);
            ASSERT_LE(cell.average, cell.maximum);
            ASSERT_GT(cell.minimum, 0);
            ASSERT_EQ(cell.count, 100);
            // No sample lies further from the average than the deviation times √n.
            ASSERT_LE(cell.maximum - cell.average, cell.deviation * 10 * 1.5);
        }
    }
}

// The median of n samples has √(π/2n) of their deviation: 2 % of 100 samples means samples that stray 16 %.
TEST(Draw, TheDeviationIsThatOfSamplesWhoseMedianStraysSo) {
    std::vector<double> deviations;
    for (std::uint64_t cell = 0; cell < cells; ++cell) {
        deviations.push_back(draw(Statistic::deviation, truth, {false, 100}, mix(cell)) / truth.delay_s);
    }
    EXPECT_NEAR(root_mean_square(deviations), 0.02 * std::sqrt(200 / 3.14159265), 0.01);
}

TEST(Draw, WithoutNoiseEveryStatisticIsTheTruth) {
    const CellStatistics cell = draw_cell(all_statistics, {3e-6, 0}, {false, 10}, 1);
    EXPECT_DOUBLE_EQ(cell.minimum, 3e-6);
    EXPECT_DOUBLE_EQ(cell.median, 3e-6);
    EXPECT_DOUBLE_EQ(cell.average, 3e-6);
    EXPECT_DOUBLE_EQ(cell.maximum, 3e-6);
    EXPECT_EQ(cell.deviation, 0);
}

TEST(Draw, WhatNeverArrivesIsMissingAndTheDiagonalIsZero) {
    const CellStatistics dead = draw_cell(all_statistics, {std::nan(""), 0.02}, {false, 10}, 1);
    EXPECT_TRUE(std::isnan(dead.median));
    EXPECT_EQ(dead.count, 0);
    EXPECT_EQ(draw_cell(all_statistics, {}, {false, 10}, 1).count, 0);
    EXPECT_EQ(draw(Statistic::median, {}, {false, 10}, 1), 0);
}

}  // namespace
}  // namespace fabricmap
