// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/plane_digest.hpp"

#include <gtest/gtest.h>

namespace fabricmap::network_test {
namespace {

using PairClass = PairClass;

CellStatistics cell(double median_s) {
    return {.median = median_s, .count = 10};
}

const CellStatistics diagonal{};

// Ranks 0 and 1 on one host, rank 2 on another.
const PerRank<RankLocation> three_locations{{"a", 0}, {"a", 0}, {"b", 1}};

PlaneDigest digest_of_three() {
    PlaneDigest digest(1024);
    digest.add_row(0, std::vector{diagonal, cell(1e-6), cell(5e-6)}, three_locations);
    digest.add_row(1, std::vector{cell(2e-6), diagonal, cell(6e-6)}, three_locations);
    digest.add_row(2, std::vector{cell(9e-6), cell(7e-6), diagonal}, three_locations);
    return digest;
}

TEST(PlaneDigest, FindsTheExtremePairs) {
    const PlaneDigest digest = digest_of_three();
    ASSERT_TRUE(digest.fastest() && digest.slowest());
    EXPECT_EQ(digest.fastest()->sender, 0);
    EXPECT_EQ(digest.fastest()->receiver, 1);
    EXPECT_EQ(digest.slowest()->sender, 2);
    EXPECT_EQ(digest.slowest()->receiver, 0);
    EXPECT_EQ(digest.slowest()->median_s, 9e-6);
    EXPECT_EQ(digest.length_bytes(), 1024);
}

TEST(PlaneDigest, FindsTheQuickestPairBetweenHosts) {
    const PlaneDigest digest = digest_of_three();
    ASSERT_TRUE(digest.fastest_between_hosts());
    EXPECT_EQ(digest.fastest_between_hosts()->sender, 0);
    EXPECT_EQ(digest.fastest_between_hosts()->receiver, 2);
    EXPECT_EQ(digest.fastest_between_hosts()->median_s, 5e-6);
}

TEST(PlaneDigest, TakesTheMedianOfEachClassToOnePercent) {
    const PlaneDigest digest = digest_of_three();
    // Of two the lower: 1 of {1, 2} and 6 of {5, 6, 7, 9}.
    EXPECT_NEAR(digest.class_median_s(PairClass::same_host).value_or(0), 1e-6, 0.01e-6);
    EXPECT_NEAR(digest.class_median_s(PairClass::between_hosts).value_or(0), 6e-6, 0.06e-6);
}

TEST(PlaneDigest, AClassWithoutPairsHasNoMedian) {
    PlaneDigest digest(0);
    const PerRank<RankLocation> one_host{{"a", 0}, {"a", 0}};
    digest.add_row(0, std::vector{diagonal, cell(1e-6)}, one_host);
    EXPECT_TRUE(digest.class_median_s(PairClass::same_host));
    EXPECT_FALSE(digest.class_median_s(PairClass::between_hosts));
}

TEST(PlaneDigest, DelaysOfNothingHaveAMedianOfNothing) {
    PlaneDigest digest(0);
    digest.add_row(0, std::vector{diagonal, cell(0), cell(0)}, three_locations);
    EXPECT_EQ(digest.class_median_s(PairClass::same_host), 0.0);
    EXPECT_EQ(digest.class_median_s(PairClass::between_hosts), 0.0);
}

TEST(PlaneDigest, LeavesTheDiagonalAndUnmeasuredPairsOut) {
    PlaneDigest digest(0);
    CellStatistics slow_diagonal = cell(1);
    digest.add_row(0, std::vector{slow_diagonal, CellStatistics::not_measured(), cell(3e-6)},
                   three_locations);
    ASSERT_TRUE(digest.slowest());
    EXPECT_EQ(digest.slowest()->receiver, 2);
    EXPECT_FALSE(digest.class_median_s(PairClass::same_host));
}

TEST(PlaneDigest, CountsSamplesAndRemembersDamagedPairs) {
    PlaneDigest digest = digest_of_three();
    CellStatistics damaged = cell(1e-6);
    damaged.quality = static_cast<std::uint8_t>(Quality::corrupted);
    digest.add_row(1, std::vector{damaged, diagonal, cell(1e-6)}, three_locations);
    EXPECT_EQ(digest.samples(), 80);
    ASSERT_EQ(digest.corrupted().size(), 1U);
    EXPECT_EQ(digest.corrupted().front().sender, 1);
    EXPECT_EQ(digest.corrupted().front().receiver, 0);
}

}  // namespace
}  // namespace fabricmap::network_test
