// SPDX-License-Identifier: Apache-2.0
#include "scenario/fabric.hpp"

#include <gtest/gtest.h>

#include <set>

namespace fabricmap {
namespace {

Fabric torus(std::vector<int> size) {
    Fabric fabric;
    for (const int length : size) fabric.hosts *= length;
    fabric.shape = Torus{std::move(size)};
    return fabric;
}

TEST(Route, OfATorusIsTheSumOfTheShorterWaysRound) {
    const Fabric fabric = torus({4, 3});
    // Host 5 is at (1,1), host 3 at (3,0): two steps in the first ring of four, one in the ring of three.
    EXPECT_EQ(route(fabric, 5, 3), (Route{3, 0}));
    EXPECT_EQ(route(fabric, 0, 3), (Route{1, 0})) << "the ends of a ring are joined";
    EXPECT_EQ(route(fabric, 0, 8), (Route{1, 0})) << "(0,0) and (0,2) in a ring of three";
}

TEST(Route, OfAFatTreeTurnsAtTheLowestCommonSwitch) {
    Fabric fabric;
    fabric.hosts = 64;
    fabric.shape = FatTree{{8, 4}, 1};
    EXPECT_EQ(route(fabric, 0, 7).local, 1);
    EXPECT_EQ(route(fabric, 0, 8).local, 2);
    EXPECT_EQ(route(fabric, 31, 0).local, 2);
    EXPECT_EQ(route(fabric, 31, 32).local, 3) << "neighbours in number, but in different pods";
}

TEST(Route, OfADragonflyCrossesTheOneCableBetweenTwoGroups) {
    Fabric fabric;
    fabric.hosts = 3 * 2 * 4 * 2;
    fabric.shape = Dragonfly{3, 2, 4, 2};  // groups, chassis, routers, hosts: 8 routers and 16 hosts a group
    EXPECT_EQ(route(fabric, 0, 1), (Route{0, 0})) << "one router";
    EXPECT_EQ(route(fabric, 0, 2), (Route{1, 0})) << "two routers of a chassis";
    EXPECT_EQ(route(fabric, 0, 10), (Route{2, 0})) << "other router and other chassis";
    // The cable from group 0 to group 1 begins at router 1 of chassis 0 and ends at router 0 of chassis 0.
    EXPECT_EQ(route(fabric, 2, 16), (Route{0, 1}));
    EXPECT_EQ(route(fabric, 0, 16), (Route{1, 1}));
    EXPECT_EQ(route(fabric, 15, 31), (Route{4, 1})) << "from the last router of one group to that of another";
}

TEST(PassesCable, CountsTheWaysOverOneCableOfARing) {
    const Fabric ring = torus({5});
    std::set<std::pair<int, int>> pairs;
    for (int from = 0; from < 5; ++from) {
        for (int to = 0; to < 5; ++to) {
            if (from != to && passes_cable(ring, from, to, 1, 2)) pairs.emplace(from, to);
        }
    }
    // Ways of at most two steps in a ring of five that use 1-2.
    EXPECT_EQ(pairs, (std::set<std::pair<int, int>>{{1, 2}, {2, 1}, {0, 2}, {2, 0}, {1, 3}, {3, 1}}));
}

TEST(PassesCable, UsesUpTheFirstDimensionFirst) {
    const Fabric grid = torus({4, 4});
    // From (0,0) to (1,1) along the first dimension to (1,0), then up.
    EXPECT_TRUE(passes_cable(grid, 0, 5, 0, 1));
    EXPECT_TRUE(passes_cable(grid, 0, 5, 1, 5));
    EXPECT_FALSE(passes_cable(grid, 0, 5, 0, 4));
    EXPECT_TRUE(passes_cable(grid, 5, 0, 5, 4)) << "the way back goes along the first dimension too";
}

TEST(PassesCable, LeadsOverTheRouterWithTheCableToTheOtherGroup) {
    Fabric fabric;
    fabric.shape = Dragonfly{3, 2, 4, 1};  // groups, chassis, routers, hosts: 8 routers a group
    fabric.hosts = 24;
    EXPECT_TRUE(are_neighbours(fabric, 0, 3)) << "of one chassis";
    EXPECT_TRUE(are_neighbours(fabric, 2, 6)) << "of one number";
    EXPECT_TRUE(are_neighbours(fabric, 2, 16)) << "the cable between groups 0 and 2";
    EXPECT_FALSE(are_neighbours(fabric, 1, 6));
    EXPECT_FALSE(are_neighbours(fabric, 2, 17));
    // From the last router of group 0 to the last of group 2: 7, 6, 2, 16, 19, 23.
    for (const auto& [end, other_end] : {std::pair(7, 6), {2, 6}, {16, 2}, {16, 19}, {19, 23}})
        EXPECT_TRUE(passes_cable(fabric, 7, 23, end, other_end)) << end << ", " << other_end;
    EXPECT_FALSE(passes_cable(fabric, 7, 23, 3, 7));
    EXPECT_FALSE(passes_cable(fabric, 7, 15, 2, 16)) << "to group 1";
}

TEST(Fabric, NamesItsHostsWithAsManyDigitsAsTheLargestNeeds) {
    EXPECT_EQ(torus({8, 8, 8}).host_name(17), "node017");
    EXPECT_EQ(torus({10}).host_name(9), "node9");
}

TEST(Fabric, DealsTheRanksOfAHostToItsSocketsInBlocks) {
    Fabric fabric;
    fabric.ranks_per_host = 6;
    fabric.sockets = 2;
    EXPECT_EQ(fabric.socket_of(2), 0);
    EXPECT_EQ(fabric.socket_of(3), 1);
    EXPECT_EQ(fabric.socket_of(6), 0) << "the first rank of the next host";
}

}  // namespace
}  // namespace fabricmap
