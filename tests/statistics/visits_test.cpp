// SPDX-License-Identifier: Apache-2.0
#include "statistics/visits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fabricmap {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

// Conover, Practical Nonparametric Statistics: the sign test's table.
TEST(OrderStatisticOfMedian, IsThatOfTheSignTest) {
    for (std::size_t count = 0; count < 6; ++count) EXPECT_EQ(order_statistic_of_median(count), 0U) << count;
    for (std::size_t count = 6; count <= 8; ++count) EXPECT_EQ(order_statistic_of_median(count), 1U) << count;
    for (std::size_t count = 9; count <= 11; ++count)
        EXPECT_EQ(order_statistic_of_median(count), 2U) << count;
    for (std::size_t count = 12; count <= 14; ++count)
        EXPECT_EQ(order_statistic_of_median(count), 3U) << count;
    EXPECT_EQ(order_statistic_of_median(24), 7U);
    EXPECT_EQ(order_statistic_of_median(25), 8U);
    EXPECT_EQ(order_statistic_of_median(100), 40U);
    EXPECT_NEAR(static_cast<double>(order_statistic_of_median(10000)), 5000 - 98, 1);
}

TEST(IntervalOverVisits, EndsAtTheKthSmallestAndLargest) {
    const ValueInterval six = interval_over_visits(std::vector<double>{3, 1, 2, 6, 5, 4});
    EXPECT_EQ(six.value, 3.5);
    EXPECT_EQ(six.low, 1);
    EXPECT_EQ(six.high, 6);
    const ValueInterval nine = interval_over_visits(std::vector<double>{9, 1, 2, 3, 4, 5, 6, 7, 8});
    EXPECT_EQ(nine.value, 5);
    EXPECT_EQ(nine.low, 2);
    EXPECT_EQ(nine.high, 8);
    EXPECT_DOUBLE_EQ(nine.relative_half_width(), 0.6);
}

TEST(IntervalOverVisits, IsUnknownBelowSixVisitsThatCount) {
    const ValueInterval interval = interval_over_visits(std::vector<double>{1, 2, unknown, 3, 4, 5});
    EXPECT_EQ(interval.value, 3);
    EXPECT_TRUE(std::isnan(interval.low));
    EXPECT_TRUE(std::isnan(interval.high));
    EXPECT_TRUE(std::isnan(interval_over_visits({}).value));
}

TEST(NeedsNoMoreVisits, WhenTheIntervalWasPreciseTwiceInARow) {
    const VisitRule rule{0.05, 6, 24};
    const std::vector<double> alike{100, 101, 99, 100, 102, 98, 100};
    EXPECT_FALSE(needs_no_more_visits(std::span(alike).first(6), rule));
    EXPECT_TRUE(needs_no_more_visits(alike, rule));
    // The seventh visit makes it imprecise; after the ninth the extremes no longer count.
    const std::vector<double> one_far{100, 101, 99, 100, 102, 98, 130, 100, 100, 101};
    for (std::size_t visits = 6; visits <= 9; ++visits)
        EXPECT_FALSE(needs_no_more_visits(std::span(one_far).first(visits), rule)) << visits;
    EXPECT_TRUE(needs_no_more_visits(one_far, rule));
}

TEST(NeedsNoMoreVisits, WhenTheIntervalIsAsNarrowAsValuesCanTell) {
    const std::vector<double> apart{100, 120, 110, 100, 120, 110, 100};
    VisitRule rule{0.05, 6, 24};
    EXPECT_FALSE(needs_no_more_visits(apart, rule));
    rule.resolution = 10;
    EXPECT_TRUE(needs_no_more_visits(apart, rule));
}

TEST(NeedsNoMoreVisits, AtTheLastOneWhateverTheInterval) {
    std::vector<double> apart;
    for (int visit = 0; visit < 24; ++visit) apart.push_back(std::pow(2, visit));
    EXPECT_FALSE(needs_no_more_visits(std::span(apart).first(23), {}));
    EXPECT_TRUE(needs_no_more_visits(apart, {}));
}

TEST(NeedsNoMoreVisits, WithoutAPrecisionAllAreMade) {
    const std::vector<double> alike(23, 1.0);
    EXPECT_FALSE(needs_no_more_visits(alike, {0, 6, 24}));
}

// Wilcox, Introduction to Robust Estimation and Hypothesis Testing, 3.3.2: the self-awareness data, 20 % a
// side.
TEST(TrimmedMean, IsThatOfThePublishedExample) {
    const std::vector<double> self_awareness{77,  87,  88,  114, 151, 210, 219, 246,  253, 262,
                                             296, 299, 306, 376, 428, 515, 666, 1310, 2611};
    const TrimmedMean result = trimmed_mean(self_awareness, 0.2);
    EXPECT_NEAR(result.mean, 282.7, 0.05);
    // Standard error 56.1, Student's t with 12 degrees of freedom 2.179.
    EXPECT_NEAR(result.error, 2.179 * 56.1, 0.5);
}

TEST(TrimmedMean, OfFewValuesHasNoError) {
    EXPECT_TRUE(std::isnan(trimmed_mean({}).mean));
    EXPECT_EQ(trimmed_mean({1, 2, 6}).mean, 3);
    EXPECT_TRUE(std::isnan(trimmed_mean({1, 2, 3}).error));
    EXPECT_EQ(trimmed_mean({0, 1, 3, 100}).mean, 2);
}

TEST(JobInterval, HasTheConfidenceThatIsAskedFor) {
    EXPECT_EQ(order_statistic_of_median(4, 0.9), 0U);
    EXPECT_EQ(order_statistic_of_median(5, 0.9), 1U);
    EXPECT_EQ(order_statistic_of_median(7, 0.99), 0U);
    EXPECT_EQ(order_statistic_of_median(8, 0.99), 1U);
}

TEST(JobInterval, OfFewJobsIsStudentsOfTheirLogarithms) {
    const double apart = 0.1;
    const std::vector<double> jobs{std::exp(-apart), 1, std::exp(apart)};
    const double half = 4.303 * apart / std::sqrt(3);  // t of two degrees of freedom, from a table
    const ValueInterval interval = interval_over_jobs(jobs);
    EXPECT_EQ(interval.value, 1);
    EXPECT_NEAR(std::log(interval.low), -half, 1e-4);
    EXPECT_NEAR(std::log(interval.high), half, 1e-4);
    EXPECT_TRUE(std::isnan(interval_over_jobs(std::vector<double>{1}).low));
}

}  // namespace
}  // namespace fabricmap
