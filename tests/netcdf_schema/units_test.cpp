// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/units.hpp"

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
    EXPECT_EQ(quantity_of(Statistic::count), Quantity::count);
    EXPECT_EQ(quantity_of(Statistic::maximum), Quantity::delay);
}

}  // namespace
}  // namespace fabricmap
