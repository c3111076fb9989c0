// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/value_histogram.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace fabricmap::viewer {
namespace {

TEST(ValueHistogram, KnowsTheExtremesExactlyAndNothingOfWhatWasNotMeasured) {
    ValueHistogram histogram;
    EXPECT_FALSE(histogram.extremes());
    for (const float value : {3e-6F, std::numeric_limits<float>::quiet_NaN(), 1.234567e-6F, 9.87e-3F}) {
        histogram.add(value);
    }
    EXPECT_EQ(histogram.count(), 3);
    EXPECT_EQ(histogram.extremes()->lowest, static_cast<double>(1.234567e-6F));
    EXPECT_EQ(histogram.extremes()->highest, static_cast<double>(9.87e-3F));
}

/// The value with the lower half of its bits taken away: the lower end of its step.
float cut(float value) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & 0xFFFF0000U);
}

RC_GTEST_PROP(ValueHistogram, CutsTailsOffWhereTheSortedValuesSay, ()) {
    const auto numbers =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 1000000)));
    const double share = *rc::gen::element(0.0, 0.01, 0.05, 0.25);
    std::vector<float> values;
    ValueHistogram histogram;
    for (const int number : numbers) {
        values.push_back(static_cast<float>(number) * 1e-9F);
        histogram.add(values.back());
    }
    std::sort(values.begin(), values.end());
    const double last = static_cast<double>(values.size() - 1);
    const float low = values[static_cast<std::size_t>(std::floor(share * last))];
    const float high = values[static_cast<std::size_t>(std::ceil((1 - share) * last))];
    const auto range = histogram.without_tails(share);
    RC_ASSERT(range->lowest == std::max<double>(values.front(), cut(low)));
    RC_ASSERT(range->highest <= values.back());
    RC_ASSERT(range->highest >= high);
    RC_ASSERT(range->highest <= high * 1.008);
}

RC_GTEST_PROP(ValueHistogram, OfTwoPartsIsThatOfTheWhole, ()) {
    const auto numbers = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-1000, 1000000));
    ValueHistogram whole;
    ValueHistogram first;
    ValueHistogram second;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto value = static_cast<float>(numbers[i]) * 1e-9F;
        whole.add(value);
        (i % 3 == 0 ? first : second).add(value);
    }
    first.add(second);
    RC_ASSERT(first.count() == whole.count());
    RC_ASSERT(first.extremes() == whole.extremes());
    RC_ASSERT(first.without_tails(0.1) == whole.without_tails(0.1));
}

TEST(ValueHistogram, PutsEachValueIntoItsBin) {
    ValueHistogram histogram;
    for (int value = 1; value <= 100; ++value) histogram.add(static_cast<float>(value));
    const Bins linear = histogram.bins(picture::Scale::linear, 10);
    EXPECT_EQ(std::accumulate(linear.counts.begin(), linear.counts.end(), std::int64_t{0}), 100);
    for (const std::int64_t count : linear.counts) EXPECT_NEAR(static_cast<double>(count), 10, 1);
    const Bins logarithmic = histogram.bins(picture::Scale::logarithmic, 2);
    EXPECT_NEAR(static_cast<double>(logarithmic.counts[0]), 10, 1);
}

}  // namespace
}  // namespace fabricmap::viewer
