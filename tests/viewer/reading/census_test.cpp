// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/census.hpp"

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

TEST(Census, KnowsTheExtremesExactlyAndNothingOfWhatWasNotMeasured) {
    Census census;
    EXPECT_FALSE(census.extremes());
    for (const float value : {3e-6F, std::numeric_limits<float>::quiet_NaN(), 1.234567e-6F, 9.87e-3F}) {
        census.add(value);
    }
    EXPECT_EQ(census.count(), 3);
    EXPECT_EQ(census.extremes()->lowest, static_cast<double>(1.234567e-6F));
    EXPECT_EQ(census.extremes()->highest, static_cast<double>(9.87e-3F));
}

/// The value with the lower half of its bits taken away: the lower end of its step.
float cut(float value) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & 0xFFFF0000U);
}

RC_GTEST_PROP(Census, CutsTailsOffWhereTheSortedValuesSay, ()) {
    const auto numbers =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 1000000)));
    const double share = *rc::gen::element(0.0, 0.01, 0.05, 0.25);
    std::vector<float> values;
    Census census;
    for (const int number : numbers) {
        values.push_back(static_cast<float>(number) * 1e-9F);
        census.add(values.back());
    }
    std::sort(values.begin(), values.end());
    const double last = static_cast<double>(values.size() - 1);
    const float low = values[static_cast<std::size_t>(std::floor(share * last))];
    const float high = values[static_cast<std::size_t>(std::ceil((1 - share) * last))];
    const auto range = census.without_tails(share);
    RC_ASSERT(range->lowest == std::max<double>(values.front(), cut(low)));
    RC_ASSERT(range->highest <= values.back());
    RC_ASSERT(range->highest >= high);
    RC_ASSERT(range->highest <= high * 1.008);
}

RC_GTEST_PROP(Census, OfTwoPartsIsThatOfTheWhole, ()) {
    const auto numbers = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-1000, 1000000));
    Census whole;
    Census first;
    Census second;
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

TEST(Census, PutsEachValueIntoItsBin) {
    Census census;
    for (int value = 1; value <= 100; ++value) census.add(static_cast<float>(value));
    const Bins linear = census.bins(picture::Scale::linear, 10);
    EXPECT_EQ(std::accumulate(linear.counts.begin(), linear.counts.end(), std::int64_t{0}), 100);
    for (const std::int64_t count : linear.counts) EXPECT_NEAR(static_cast<double>(count), 10, 1);
    const Bins logarithmic = census.bins(picture::Scale::logarithmic, 2);
    EXPECT_NEAR(static_cast<double>(logarithmic.counts[0]), 10, 1);
}

}  // namespace
}  // namespace fabricmap::viewer
