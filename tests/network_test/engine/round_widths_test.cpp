// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_widths.hpp"

#include <gtest/gtest.h>

namespace fabricmap::network_test {
namespace {

constexpr std::int64_t mebibyte = 1 << 20;

TEST(RoundWidths, KnowNothingAtFirst) {
    const RoundWidths widths;
    EXPECT_TRUE(widths.is_due(0));
    EXPECT_TRUE(widths.is_due(mebibyte));
    EXPECT_EQ(widths.parts_at(mebibyte), 1);
    EXPECT_EQ(widths.settled(), 0);
}

TEST(RoundWidths, WhatALongMessageNeedsSaysNothingOfAShorterOne) {
    RoundWidths widths;
    widths.settle(mebibyte, 8);
    EXPECT_EQ(widths.parts_at(1000), 1);
    EXPECT_TRUE(widths.is_due(1000));
    EXPECT_FALSE(widths.is_due(mebibyte + 1000));
    EXPECT_EQ(widths.parts_at(mebibyte + 1000), 8);
}

TEST(RoundWidths, AreThoseOfTheNearestLengthThatIsNotLonger) {
    RoundWidths widths;
    widths.settle(0, 1);
    widths.settle(mebibyte, 8);
    widths.settle(4096, 2);
    EXPECT_EQ(widths.parts_at(4095), 1);
    EXPECT_EQ(widths.parts_at(4096), 2);
    EXPECT_EQ(widths.parts_at(mebibyte - 1), 2);
    EXPECT_EQ(widths.parts_at(3 * mebibyte), 8);
    EXPECT_EQ(widths.settled(), 3);
}

TEST(RoundWidths, ALookIsDueWhereTheLengthHasDoubled) {
    RoundWidths widths;
    widths.settle(4096, 2);
    widths.settle(mebibyte, 8);
    EXPECT_FALSE(widths.is_due(8191));
    EXPECT_TRUE(widths.is_due(8192));
    EXPECT_FALSE(widths.is_due(2 * mebibyte - 1));
    EXPECT_TRUE(widths.is_due(2 * mebibyte));
}

TEST(RoundWidths, HoldForAllMessagesThatAreShort) {
    RoundWidths widths;
    widths.settle(100, 2);
    for (const std::int64_t length : {0, 1, 64, 127}) {
        EXPECT_FALSE(widths.is_due(length)) << length;
        EXPECT_EQ(widths.parts_at(length), 2) << length;
    }
    EXPECT_TRUE(widths.is_due(128));
}

}  // namespace
}  // namespace fabricmap::network_test
