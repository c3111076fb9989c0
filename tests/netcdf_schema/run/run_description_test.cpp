// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/run_description.hpp"

#include "base/message_lengths.hpp"
#include "tests/expectations.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace fabricmap {
namespace {

using ::testing::ElementsAre;

RC_GTEST_PROP(ArithmeticRow, GivesBackTheLengthsItWasMadeOf, ()) {
    const auto begin = *rc::gen::inRange<std::int64_t>(0, 1000000);
    const auto step = *rc::gen::inRange<std::int64_t>(1, 10000);
    const auto count = *rc::gen::inRange<std::int64_t>(1, 100);
    const auto lengths = length_row(begin, begin + count * step, step);
    const ArithmeticRow row = arithmetic_row(lengths);
    RC_ASSERT(length_row(row.begin, row.end, row.step) == lengths);
}

TEST(ArithmeticRow, IsUnknownWhereLengthsFormNone) {
    EXPECT_EQ(arithmetic_row({}), ArithmeticRow{});
    EXPECT_EQ(arithmetic_row({0, 100, 300}), ArithmeticRow{});
    EXPECT_EQ(arithmetic_row({200, 100, 0}), ArithmeticRow{});
    EXPECT_EQ(arithmetic_row({100, 100}), ArithmeticRow{});
}

TEST(ArithmeticRow, IsUnknownBeyond31Bits) {
    EXPECT_EQ(arithmetic_row({0, 2147483647}), ArithmeticRow{});
    EXPECT_EQ(arithmetic_row({2147483646}), (ArithmeticRow{2147483646, 2147483647, 1}));
    EXPECT_EQ(arithmetic_row({2147483647}), ArithmeticRow{});
}

TEST(ArithmeticRow, OfOneLengthIsThatLength) {
    EXPECT_EQ(arithmetic_row({7}), (ArithmeticRow{7, 8, 1}));
}

TEST(RanksSharingCores, AreThoseBoundToOneCore) {
    EXPECT_THAT(ranks_sharing_cores({{"a", 0, 3}, {"a", 0, 1}, {"a", 0, 3}, {"b", 1, 3}}),
                ElementsAre(true, false, true, false));
}

TEST(RanksSharingCores, AreAllOfAHostWithFewerCores) {
    EXPECT_THAT(ranks_sharing_cores(
                    {{"a", 0, -1, -1, 1}, {"a", 0, -1, -1, 1}, {"b", 1, -1, -1, 2}, {"b", 1, -1, -1, 2}}),
                ElementsAre(true, true, false, false));
}

TEST(RanksSharingCores, AreUnknownWithoutCoresOrNodes) {
    EXPECT_THAT(ranks_sharing_cores({{"a", 0}, {"a", 0}}), ElementsAre(false, false));
    EXPECT_THAT(ranks_sharing_cores({{"", -1, 3, -1, 1}, {"", -1, 3, -1, 1}}), ElementsAre(false, false));
}

}  // namespace
}  // namespace fabricmap
