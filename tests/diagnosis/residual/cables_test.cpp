// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/cables.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace fabricmap::diagnosis {
namespace {

/// Hops of hosts in a row, or in a ring.
Eigen::MatrixXi row_of(int hosts, bool ring = false) {
    Eigen::MatrixXi hops(hosts, hosts);
    for (int one = 0; one < hosts; ++one) {
        for (int other = 0; other < hosts; ++other) {
            const int steps = std::abs(one - other);
            hops(one, other) = ring ? std::min(steps, hosts - steps) : steps;
        }
    }
    return hops;
}

HostPair pair_of(int one, int other) {
    return {HostIndex{one}, HostIndex{other}};
}

std::vector<HostPair> links(const std::vector<std::pair<int, int>>& pairs) {
    std::vector<HostPair> all;
    for (const auto& [one, other] : pairs) all.push_back(pair_of(one, other));
    return all;
}

TEST(Cables, OfARowExplainEveryPairThatIsLedOverThem) {
    const auto cables = cables_behind(links({{0, 2}, {0, 3}, {1, 2}, {1, 3}}), row_of(4));
    ASSERT_EQ(cables.size(), 1);
    EXPECT_EQ(cables[0].ends, pair_of(1, 2));
    EXPECT_EQ(cables[0].pairs, 4);
}

TEST(Cables, AreAsFewAsExplainAllPairs) {
    // Slow cables at both ends of a row of five: the pair of the ends is led over both.
    const auto cables =
        cables_behind(links({{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 4}, {2, 4}, {3, 4}}), row_of(5));
    ASSERT_EQ(cables.size(), 2);
    EXPECT_EQ(cables[0].ends, pair_of(0, 1));
    EXPECT_EQ(cables[0].pairs, 4);
    EXPECT_EQ(cables[1].ends, pair_of(3, 4));
    EXPECT_EQ(cables[1].pairs, 3);
}

TEST(Cables, OfARingAreNotBlamedForPairsThatGoTheOtherWay) {
    // Of six in a ring, over the cable 0-1: 5-1, 0-1, 0-2; the pair 3-4 is another cable's.
    const auto cables = cables_behind(links({{0, 1}, {0, 2}, {1, 5}, {3, 4}}), row_of(6, true));
    ASSERT_EQ(cables.size(), 2);
    EXPECT_EQ(cables[0].ends, pair_of(0, 1));
    EXPECT_EQ(cables[0].pairs, 3);
    EXPECT_EQ(cables[1].ends, pair_of(3, 4));
    EXPECT_EQ(cables[1].pairs, 1);
}

TEST(Cables, WithoutASlowOneThePairsStandForThemselves) {
    const auto cables = cables_behind(links({{0, 2}, {1, 3}}), row_of(4));
    ASSERT_EQ(cables.size(), 2);
    EXPECT_EQ(cables[0].ends, pair_of(0, 2));
    EXPECT_EQ(cables[1].ends, pair_of(1, 3));
}

TEST(Cables, OutsideAGridAreTheLinksThemselves) {
    const auto cables = cables_behind(links({{0, 1}, {0, 2}, {4, 7}}), {});
    ASSERT_EQ(cables.size(), 3);
    for (const Cable& cable : cables) EXPECT_EQ(cable.pairs, 1);
    EXPECT_TRUE(cables_behind({}, row_of(4)).empty());
}

}  // namespace
}  // namespace fabricmap::diagnosis
