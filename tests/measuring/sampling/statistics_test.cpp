// SPDX-License-Identifier: Apache-2.0
#include "measuring/sampling/statistics.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace fabricmap {
namespace {

using Spans = std::vector<Nanoseconds>;

/// `low` and `high` samples of other sizes around samples of 1000 ns, ascending.
Spans thousand_with_tails(std::size_t low, std::size_t middle, std::size_t high) {
    Spans spans(low, 1);
    spans.insert(spans.end(), middle, 1000);
    spans.insert(spans.end(), high, 100'000);
    return spans;
}

TEST(SortDurations, AreEndMinusStartAscending) {
    const std::vector<Interval> intervals{{100, 190}, {200, 230}, {300, 360}};
    Spans durations{7, 7, 7, 7};
    sort_durations(intervals, durations);
    EXPECT_EQ(durations, (Spans{30, 60, 90}));
}

TEST(Summarise, GivesTheStatisticsWorkedOutByHand) {
    const CellStatistics cell = summarise(Spans{2000, 4000, 4000, 4000, 5000, 5000, 7000, 9000}, Reading{});
    EXPECT_DOUBLE_EQ(cell.minimum, 2e-6);
    EXPECT_DOUBLE_EQ(cell.maximum, 9e-6);
    EXPECT_DOUBLE_EQ(cell.average, 5e-6);
    EXPECT_DOUBLE_EQ(cell.median, 4.5e-6);
    // Squared distances from 5: 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32, over n - 1 = 7.
    EXPECT_DOUBLE_EQ(cell.deviation, std::sqrt(32.0 / 7) * 1e-6);
    EXPECT_EQ(cell.count, 8);
    EXPECT_EQ(cell.quality, 0);
}

TEST(Summarise, TakesTheOffsetOffAndScalesEveryStatistic) {
    const Reading half{.offset_ns = 1000, .divisor = 2e9, .quality = 2};
    const CellStatistics cell = summarise(Spans{2000, 4000, 6000}, half);
    EXPECT_DOUBLE_EQ(cell.minimum, 0.5e-6);
    EXPECT_DOUBLE_EQ(cell.median, 1.5e-6);
    EXPECT_DOUBLE_EQ(cell.average, 1.5e-6);
    EXPECT_DOUBLE_EQ(cell.maximum, 2.5e-6);
    EXPECT_DOUBLE_EQ(cell.deviation, 1e-6);
    EXPECT_EQ(cell.quality, 2);
}

TEST(Summarise, OneSampleHasNoDeviation) {
    const CellStatistics cell = summarise(Spans{1234}, Reading{});
    EXPECT_EQ(cell.deviation, 0);
    EXPECT_EQ(cell.count, 1);
    EXPECT_EQ(cell.minimum, cell.maximum);
}

TEST(Summarise, NoSampleIsACellThatWasNotMeasured) {
    const CellStatistics cell = summarise(Spans{}, Reading{});
    EXPECT_TRUE(std::isnan(cell.median));
    EXPECT_EQ(cell.count, 0);
    EXPECT_NE(cell.quality & static_cast<int>(Quality::missing), 0);
}

TEST(Summarise, CountsTheSamplesBeyondFiveMedians) {
    // The median is 1000: 5000 is not beyond five of them.
    EXPECT_EQ(summarise(Spans{900, 1000, 1000, 1000, 5000, 5001, 400'000}, Reading{}).outliers, 2);
    EXPECT_EQ(summarise(Spans{900, 1000, 1100}, Reading{}).outliers, 0);
    // With 900 taken off the median is 100, and 1401 is more than five of it.
    EXPECT_EQ(summarise(Spans{950, 1000, 1400, 1401}, Reading{.offset_ns = 950}).outliers, 0);
    EXPECT_EQ(summarise(Spans{1000, 1000, 1000, 1400, 1401}, Reading{.offset_ns = 900}).outliers, 1);
    // Of a broadcast of nothing there is no median to compare with.
    EXPECT_EQ(summarise(Spans{0, 0, 0, 7}, Reading{}).outliers, 0);
    EXPECT_EQ(summarise(Spans{}, Reading{}).outliers, CellStatistics::unknown_outliers);
}

TEST(Merged, AddsUpTheOutliers) {
    const CellStatistics one = summarise(Spans{100, 100, 100, 600}, Reading{});
    EXPECT_EQ(merged(one, summarise(Spans{100, 100, 100, 700, 800}, Reading{})).outliers, 3);
}

TEST(MedianIsPrecise, LooksAtRanks2And11Of12Samples) {
    EXPECT_TRUE(median_is_precise(thousand_with_tails(1, 10, 1), Reading{}, 0.02));
    EXPECT_FALSE(median_is_precise(thousand_with_tails(2, 9, 1), Reading{}, 0.02));
    EXPECT_FALSE(median_is_precise(thousand_with_tails(1, 9, 2), Reading{}, 0.02));
}

// floor((100 - 19.6) / 2) = 40 and ceil(1 + 119.6 / 2) = 61.
TEST(MedianIsPrecise, LooksAtRanks40And61Of100Samples) {
    EXPECT_TRUE(median_is_precise(thousand_with_tails(39, 22, 39), Reading{}, 0.02));
    EXPECT_FALSE(median_is_precise(thousand_with_tails(40, 21, 39), Reading{}, 0.02));
    EXPECT_FALSE(median_is_precise(thousand_with_tails(39, 21, 40), Reading{}, 0.02));
}

TEST(MedianIsPrecise, IsNeverSoBelow8Samples) {
    EXPECT_FALSE(median_is_precise(Spans(7, 1000), Reading{}, 0.02));
    EXPECT_TRUE(median_is_precise(Spans(8, 1000), Reading{}, 0.02));
}

TEST(MedianIsPrecise, MeasuresThePrecisionAgainstTheDelayAndNotAgainstTheSpan) {
    Spans spans(12, 1000);
    std::fill(spans.begin() + 8, spans.end(), 1010);
    EXPECT_TRUE(median_is_precise(spans, Reading{}, 0.02));
    // 10 ns are 1 % of 1000 ns and 10 % of the 100 ns that are left of them.
    EXPECT_FALSE(median_is_precise(spans, Reading{.offset_ns = 900}, 0.02));
}

RC_GTEST_PROP(Summarise, KeepsMedianAndAverageBetweenTheExtremes, ()) {
    const Nanoseconds base = *rc::gen::inRange<Nanoseconds>(0, 1'000'000'000'000'000);
    const Nanoseconds width = *rc::gen::element<Nanoseconds>(1, 2, 5, 1000, 1'000'000'000);
    auto spans = *rc::gen::nonEmpty(rc::gen::container<Spans>(rc::gen::inRange(base, base + width)));
    std::sort(spans.begin(), spans.end());
    const double offset = static_cast<double>(*rc::gen::inRange<Nanoseconds>(0, spans.front() + 1));
    const CellStatistics cell =
        summarise(spans, Reading{.offset_ns = offset, .divisor = *rc::gen::element(1e9, 2e9), .quality = 0});
    RC_ASSERT(cell.minimum >= 0);
    RC_ASSERT(cell.minimum <= cell.median);
    RC_ASSERT(cell.median <= cell.maximum);
    RC_ASSERT(cell.minimum <= cell.average);
    RC_ASSERT(cell.average <= cell.maximum);
    RC_ASSERT(cell.deviation >= 0);
    RC_ASSERT(cell.count == static_cast<std::int64_t>(spans.size()));
}

RC_GTEST_PROP(Summarise, EqualSamplesAreTheirOwnAverageAndDoNotDeviate, ()) {
    const Spans spans(*rc::gen::inRange<std::size_t>(1, 200), *rc::gen::inRange<Nanoseconds>(1, 1LL << 52));
    const CellStatistics cell = summarise(spans, Reading{});
    RC_ASSERT(cell.minimum == cell.average);
    RC_ASSERT(cell.maximum == cell.average);
    RC_ASSERT(cell.median == cell.average);
    RC_ASSERT(cell.deviation == 0);
}

RC_GTEST_PROP(Merged, IsWhatAllSamplesTogetherGiveButForTheMedian, ()) {
    const auto spans =
        rc::gen::nonEmpty(rc::gen::container<Spans>(rc::gen::inRange<Nanoseconds>(1, 100'000)));
    Spans one = *spans;
    Spans other = *spans;
    Spans both = one;
    both.insert(both.end(), other.begin(), other.end());
    for (Spans* sorted : {&one, &other, &both}) std::sort(sorted->begin(), sorted->end());
    const CellStatistics cell = merged(summarise(one, Reading{}), summarise(other, Reading{}));
    const CellStatistics expected = summarise(both, Reading{});
    RC_ASSERT(cell.minimum == expected.minimum);
    RC_ASSERT(cell.maximum == expected.maximum);
    RC_ASSERT(cell.count == expected.count);
    RC_ASSERT(std::abs(cell.average - expected.average) <= 1e-9 * expected.average);
    RC_ASSERT(std::abs(cell.deviation - expected.deviation) <= 1e-6 * expected.average);
    RC_ASSERT(cell.median == (summarise(one, Reading{}).median + summarise(other, Reading{}).median) / 2);
}

TEST(Merged, IsPreciseWhereOneOfThemIs) {
    CellStatistics one{1, 1, 1, 1, 0, 5, 0};
    CellStatistics other = one;
    other.flag(Quality::imprecise);
    other.flag(Quality::in_round);
    EXPECT_FALSE(merged(one, other).has(Quality::imprecise));
    EXPECT_TRUE(merged(one, other).has(Quality::in_round));
    one.flag(Quality::imprecise);
    EXPECT_TRUE(merged(one, other).has(Quality::imprecise));
}

}  // namespace
}  // namespace fabricmap
