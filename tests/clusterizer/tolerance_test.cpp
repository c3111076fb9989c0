// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/tolerance.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>

namespace fabricmap::clusterizer {
namespace {

TEST(Tolerance, IsAFactorOrATime) {
    const Tolerance tenth{0.1, 0};
    EXPECT_TRUE(tenth.holds(1.0, 1.1));
    EXPECT_TRUE(tenth.holds(1.1, 1.0));
    EXPECT_FALSE(tenth.holds(1.0, 1.11));
    const Tolerance tenth_or_two{0.1, 2};
    EXPECT_TRUE(tenth_or_two.holds(1, 3));
    EXPECT_FALSE(tenth_or_two.holds(1, 3.01));
    EXPECT_TRUE(tenth_or_two.holds(100, 110));
}

TEST(Tolerance, LeavesZeroAndBelowAlone) {
    const Tolerance wide{1, 5};
    EXPECT_FALSE(wide.holds(0, 1));
    EXPECT_FALSE(wide.around(1).holds(0));
    EXPECT_TRUE(wide.around(0).holds(0));
    EXPECT_FALSE(wide.around(0).holds(std::numeric_limits<double>::denorm_min()));
    EXPECT_TRUE(wide.around(-3).holds(-3));
    EXPECT_FALSE(wide.around(-3).holds(-2));
}

RC_GTEST_PROP(Tolerance, HoldsBetweenAnyTwoValuesAroundACentre, ()) {
    const double centre = *rc::gen::inRange(1, 1'000'000) * 1e-9;
    const Tolerance tolerance{*rc::gen::inRange(0, 200) / 100.0, *rc::gen::inRange(0, 2000) * 1e-9};
    const Interval interval = tolerance.around(centre);
    RC_ASSERT(interval.holds(centre));
    // Ends near the centre are rounded as it is, however narrow the interval.
    const Tolerance with_rounding{tolerance.relative + 1e-12, tolerance.absolute + 1e-15 * centre};
    RC_ASSERT(with_rounding.holds(interval.low, interval.high));
    // And no narrower than it has to be.
    RC_ASSERT(!tolerance.holds(interval.low * (1 - 1e-9), interval.high * (1 + 1e-9)) ||
              interval.low < 1e-300);
}

}  // namespace
}  // namespace fabricmap::clusterizer
