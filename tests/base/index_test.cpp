// SPDX-License-Identifier: Apache-2.0
#include "base/index.hpp"

#include <Eigen/Core>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <concepts>
#include <string>

namespace fabricmap {
namespace {

using ::testing::ElementsAre;

template <typename Values, typename Number>
concept IsFoundBy = requires(Values values, Number number) {
    values[number];
};

TEST(Index, OfOneThingFindsNoValueOfAnother) {
    EXPECT_TRUE((IsFoundBy<PerHost<int>, HostIndex>));
    EXPECT_FALSE((IsFoundBy<PerHost<int>, RankIndex>));
    EXPECT_FALSE((IsFoundBy<PerHost<int>, int>));
    EXPECT_FALSE((std::convertible_to<RankIndex, HostIndex>));
    EXPECT_FALSE((std::convertible_to<int, HostIndex>));
    EXPECT_TRUE((std::convertible_to<HostIndex, std::ptrdiff_t>));
}

TEST(Index, FindsTheValueThatWasPutThere) {
    PerHost<std::string> names{"a", "b", "c"};
    const HostIndex second{1};
    names[second] = "other";
    EXPECT_THAT(names, ElementsAre("a", "other", "c"));
    PerRank<bool> flags(2, false);
    flags[RankIndex{1}] = true;
    EXPECT_THAT(flags, ElementsAre(false, true));
}

TEST(Index, RangesHaveEachNumberOnce) {
    std::vector<int> visited;
    for (const HostIndex host : PerHost<int>(3).indices()) visited.push_back(host);
    for (const HostIndex host : IndexRange<HostIndex>(5, 7)) visited.push_back(host);
    for (const HostIndex host : IndexRange<HostIndex>(0)) visited.push_back(host);
    EXPECT_EQ(IndexRange<HostIndex>(1, 3).list(), (std::vector{HostIndex{1}, HostIndex{2}}));
    EXPECT_THAT(visited, ElementsAre(0, 1, 2, 5, 6));
}

TEST(Index, FindsCellsRowsAndBlocksOfMatrices) {
    Eigen::MatrixXi hops(2, 2);
    hops << 0, 1, 2, 3;
    EXPECT_EQ(hops(HostIndex{1}, HostIndex{0}), 2);
    EXPECT_EQ(hops.row(HostIndex{1}).sum(), 5);
    const std::vector<HostIndex> turned{HostIndex{1}, HostIndex{0}};
    EXPECT_EQ(hops(turned, turned)(0, 1), 2);
}

}  // namespace
}  // namespace fabricmap
