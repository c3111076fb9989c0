// SPDX-License-Identifier: Apache-2.0
#include "picture/units.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::picture {
namespace {

TEST(Units, AreChosenSoThatNumbersStayShort) {
    EXPECT_EQ(format_value(1.5, Quantity::delay), "1.5 s");
    EXPECT_EQ(format_value(0.0123456, Quantity::delay), "12.3 ms");
    EXPECT_EQ(format_value(1.26e-6, Quantity::delay), "1.26 µs");
    EXPECT_EQ(format_value(999e-9, Quantity::delay), "999 ns");
    EXPECT_EQ(format_value(0.5e-9, Quantity::delay), "0.5 ns");
    EXPECT_EQ(format_value(0, Quantity::delay), "0 s");
}

TEST(Units, DoNotShowAThousandOfTheSmallerUnit) {
    EXPECT_EQ(format_value(0.99999e-6, Quantity::delay), "1 µs");
    EXPECT_EQ(format_value(0.99999e-3, Quantity::delay), "1 ms");
}

TEST(Units, OfCountsAreNone) {
    EXPECT_EQ(format_value(42, Quantity::count), "42");
    EXPECT_EQ(format_value(12345, Quantity::count), "12345");
    EXPECT_EQ(quantity_of(Statistic::count), Quantity::count);
    EXPECT_EQ(quantity_of(Statistic::maximum), Quantity::delay);
}

TEST(RoundMarks, AreRoundAndWithinTheRange) {
    using ::testing::DoubleEq;
    using ::testing::ElementsAre;
    EXPECT_THAT(round_marks(0.7, 9, 5), ElementsAre(DoubleEq(2), DoubleEq(4), DoubleEq(6), DoubleEq(8)));
    EXPECT_THAT(round_marks(0, 1, 4), ElementsAre(DoubleEq(0), DoubleEq(0.5), DoubleEq(1)));
    EXPECT_THAT(round_marks(764, 838, 5), ElementsAre(DoubleEq(780), DoubleEq(800), DoubleEq(820)));
}

TEST(RoundMarks, AreNoneForASingleValue) {
    EXPECT_TRUE(round_marks(3, 3, 5).empty());
}

}  // namespace
}  // namespace fabricmap::picture
