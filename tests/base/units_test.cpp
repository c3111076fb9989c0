// SPDX-License-Identifier: Apache-2.0
#include "base/units.hpp"

#include <gtest/gtest.h>

namespace fabricmap {
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
    EXPECT_EQ(format_delay(999.7e-9), "1 µs");
    EXPECT_EQ(format_delay(999.4e-9), "999 ns");
}

TEST(Units, OfCountsAreNone) {
    EXPECT_EQ(format_value(42, Quantity::count), "42");
    EXPECT_EQ(format_value(12345, Quantity::count), "12345");
}

TEST(Shares, AreReadWithoutExponents) {
    EXPECT_EQ(format_share(0.044), "4.4 %");
    EXPECT_EQ(format_share(-0.2), "-20 %");
    EXPECT_EQ(format_share(0), "0 %");
    EXPECT_EQ(format_share(1.7, 2), "170 %");
    EXPECT_EQ(format_share(9.994, 2), "999 %");
    EXPECT_EQ(format_share(740.4, 2), "740 times");
}

TEST(Factors, NearOneShowHowFarFromItTheyAre) {
    EXPECT_EQ(format_factor(1.00431), "1.0043");
    EXPECT_EQ(format_factor(1.0123), "1.012");
    EXPECT_EQ(format_factor(0.9957), "0.9957");
    EXPECT_EQ(format_factor(1.04, 2), "1.04");
    EXPECT_EQ(format_factor(1.0712), "1.07");
    EXPECT_EQ(format_factor(2.346), "2.35");
    EXPECT_EQ(format_factor(1), "1");
    EXPECT_EQ(format_factor(1 + 1e-12), "1");
}

TEST(PlainNumbers, AreReadWithoutExponents) {
    EXPECT_EQ(format_plain(3.104), "3.1");
    EXPECT_EQ(format_plain(1710.2), "1710");
    EXPECT_EQ(format_plain(0.000123), "0.000123");
    EXPECT_EQ(format_plain(16256, 4), "16256");
}

}  // namespace
}  // namespace fabricmap
