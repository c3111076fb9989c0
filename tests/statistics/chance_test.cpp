// SPDX-License-Identifier: Apache-2.0
#include "statistics/chance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace fabricmap {
namespace {

struct TableEntry {
    int degrees_of_freedom;
    double value;
    double above;
};

TEST(ChanceAbove, AgreesWithPrintedTablesOfStudentsT) {
    const std::vector<TableEntry> table{
        {1, 1.000, 0.25},   {1, 6.314, 0.05},  {1, 31.821, 0.01},  {2, 2.920, 0.05},  {3, 2.353, 0.05},
        {3, 10.215, 0.001}, {4, 2.132, 0.05},  {5, 2.015, 0.05},   {5, 3.365, 0.01},  {5, 5.893, 0.001},
        {10, 1.812, 0.05},  {10, 2.764, 0.01}, {10, 4.144, 0.001}, {30, 1.697, 0.05}, {120, 1.658, 0.05},
    };
    for (const auto& [degrees, value, above] : table) {
        EXPECT_NEAR(student_t_tail(value, degrees) / above, 1, 2e-3) << degrees << " at " << value;
    }
}

TEST(ChanceAbove, IsTheRestOfWhatLiesBelow) {
    for (int degrees = 1; degrees <= 12; ++degrees) {
        EXPECT_NEAR(student_t_tail(0, degrees), 0.5, 1e-12);
        for (const double value : {0.1, 1.0, 3.0, 8.0}) {
            EXPECT_NEAR(student_t_tail(value, degrees) + student_t_tail(-value, degrees), 1, 1e-12);
        }
    }
}

TEST(ChanceAbove, FallsWithTheValueAndIsNeverNothing) {
    for (const int degrees : {1, 2, 5, 10}) {
        double before = 1;
        for (double value = -50; value < 50; value += 0.5) {
            const double above = student_t_tail(value, degrees);
            EXPECT_LE(above, before) << degrees << " at " << value;
            before = above;
        }
        EXPECT_GE(student_t_tail(1e30, degrees), 1e-16);
    }
}

TEST(DegreesOfFreedom, AreFewOfFewValuesAndGrowWithThem) {
    EXPECT_EQ(degrees_of_freedom(3), 1);
    int before = 1;
    for (int count = 0; count < 10'000; ++count) {
        EXPECT_GE(degrees_of_freedom(count), before) << count;
        EXPECT_LE(degrees_of_freedom(count), std::max(1, count - 1)) << count;
        before = degrees_of_freedom(count);
    }
}

/// How many of them are called at that rate of false ones.
std::ptrdiff_t called(const std::vector<double>& chances, double rate) {
    return std::count_if(chances.begin(), chances.end(), [&](double chance) { return chance <= rate; });
}

TEST(Adjusted, CallsWhatBenjaminiAndHochbergCallInTheirExample) {
    // Section 4 of their paper: of 15 comparisons their procedure calls four at 5 %, and Bonferroni's three.
    const std::vector<double> chances{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                                      0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000};
    EXPECT_EQ(called(benjamini_hochberg(chances, chances.size()), 0.05), 4);
}

TEST(Adjusted, OfThreeByHand) {
    // 0.01 · 3 / 1; 0.03 · 3 / 2 = 0.045, but the next one, 0.04 · 3 / 3, is less.
    const std::vector<double> result = benjamini_hochberg(std::vector<double>{0.04, 0.01, 0.03}, 3);
    ASSERT_EQ(result.size(), 3);
    EXPECT_NEAR(result[0], 0.04, 1e-12);
    EXPECT_NEAR(result[1], 0.03, 1e-12);
    EXPECT_NEAR(result[2], 0.04, 1e-12);
}

TEST(Adjusted, CountsTheTestsWhoseChancesAreNotGiven) {
    const std::vector<double> result = benjamini_hochberg(std::vector<double>{0.04, 0.01, 0.03}, 10);
    EXPECT_NEAR(result[0], 0.04 * 10 / 3, 1e-12);
    EXPECT_NEAR(result[1], 0.10, 1e-12);
    EXPECT_NEAR(result[2], 0.04 * 10 / 3, 1e-12);
    // As if the others were given and certain.
    std::vector<double> all{0.04, 0.01, 0.03};
    all.resize(10, 1.0);
    const std::vector<double> whole = benjamini_hochberg(all, 10);
    for (std::size_t place = 0; place < 3; ++place) EXPECT_NEAR(result[place], whole[place], 1e-12);
}

TEST(Adjusted, OfNothingIsNothingAndNeverMoreThanCertain) {
    EXPECT_TRUE(benjamini_hochberg({}, 100).empty());
    for (const double chance : benjamini_hochberg(std::vector<double>{0.9, 0.5, 1.0}, 1000))
        EXPECT_EQ(chance, 1);
}

TEST(StudentT, HasTheQuantilesOfItsTail) {
    for (const int degrees : {1, 2, 5, 10, 30}) {
        for (const double chance : {0.4, 0.05, 1e-3, 1e-6})
            EXPECT_NEAR(student_t_tail(student_t_quantile(chance, degrees), degrees) / chance, 1, 1e-6);
    }
    EXPECT_NEAR(student_t_quantile(0.025, 10), 2.228, 1e-3) << "as in any table";
}

TEST(DegreesOfFreedom, OfMediansOfManyValuesAreMore) {
    EXPECT_EQ(degrees_of_freedom(256, 8), 20);
    EXPECT_EQ(degrees_of_freedom(256, 1), degrees_of_freedom(256));
    EXPECT_EQ(degrees_of_freedom(20, 100), degrees_of_freedom(20)) << "they do not know their deviation";
    EXPECT_EQ(degrees_of_freedom(4000, 100), 30);
}

}  // namespace
}  // namespace fabricmap
