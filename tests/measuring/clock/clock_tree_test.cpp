// SPDX-License-Identifier: Apache-2.0
#include "measuring/clock/clock_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>

namespace fabricmap {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ClockTree, OfRanksOnOneClockIsARootWithSharers) {
    const std::vector<int> clocks{0, 0, 0};
    EXPECT_EQ(clock_count(clocks), 1U);
    EXPECT_EQ(clock_tree_node(0, clocks).parent, -1);
    EXPECT_THAT(clock_tree_node(0, clocks).children, IsEmpty());
    EXPECT_THAT(clock_tree_node(0, clocks).sharers, ElementsAre(1, 2));
    EXPECT_EQ(clock_tree_node(2, clocks).parent, 0);
    EXPECT_TRUE(clock_tree_node(2, clocks).shares_with_parent);
}

// 0 ─ 4, 2, 1;  2 ─ 3;  4 ─ 6, 5
TEST(ClockTree, OfSevenClocksIsBinomial) {
    const std::vector<int> clocks{0, 1, 2, 3, 4, 5, 6};
    EXPECT_THAT(clock_tree_node(0, clocks).children, ElementsAre(4, 2, 1));
    EXPECT_THAT(clock_tree_node(1, clocks).children, IsEmpty());
    EXPECT_THAT(clock_tree_node(2, clocks).children, ElementsAre(3));
    EXPECT_THAT(clock_tree_node(4, clocks).children, ElementsAre(6, 5));
    EXPECT_THAT(clock_tree_node(6, clocks).children, IsEmpty());
    EXPECT_EQ(clock_tree_node(6, clocks).parent, 4);
    EXPECT_EQ(clock_tree_node(4, clocks).parent, 0);
    EXPECT_FALSE(clock_tree_node(4, clocks).shares_with_parent);
}

// Hosts taken in turn: 0 and 2 on the first, 1 and 3 on the second.
TEST(ClockTree, LeadsEachClockByItsFirstRank) {
    const std::vector<int> clocks{8, 5, 8, 5};
    EXPECT_THAT(clock_tree_node(0, clocks).children, ElementsAre(1));
    EXPECT_THAT(clock_tree_node(0, clocks).sharers, ElementsAre(2));
    EXPECT_THAT(clock_tree_node(1, clocks).sharers, ElementsAre(3));
    EXPECT_EQ(clock_tree_node(3, clocks).parent, 1);
    EXPECT_TRUE(clock_tree_node(3, clocks).shares_with_parent);
}

TEST(ClockTree, InALinearSchemeAllReadTheFirst) {
    const std::vector<int> clocks{0, 1, 1, 2, 3};
    EXPECT_THAT(clock_tree_node(0, clocks, ClockSync::linear).children, ElementsAre(1, 3, 4));
    EXPECT_EQ(clock_tree_node(4, clocks, ClockSync::linear).parent, 0);
    EXPECT_THAT(clock_tree_node(4, clocks, ClockSync::linear).children, IsEmpty());
    EXPECT_EQ(clock_tree_node(2, clocks, ClockSync::linear).parent, 1);
}

TEST(ClockTree, InARingEachReadsTheOneBefore) {
    const std::vector<int> clocks{0, 1, 1, 2, 3};
    EXPECT_THAT(clock_tree_node(0, clocks, ClockSync::ring).children, ElementsAre(1));
    EXPECT_THAT(clock_tree_node(1, clocks, ClockSync::ring).children, ElementsAre(3));
    EXPECT_EQ(clock_tree_node(4, clocks, ClockSync::ring).parent, 3);
    EXPECT_THAT(clock_tree_node(4, clocks, ClockSync::ring).children, IsEmpty());
}

RC_GTEST_PROP(ClockTree, ReachesEveryRankOverFewExchanges, ()) {
    const auto clocks = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 40)));
    const auto max_exchanges = static_cast<int>(std::bit_width(clock_count(clocks) - 1));
    for (std::size_t position = 0; position < clocks.size(); ++position) {
        int rank = static_cast<int>(position);
        int exchanges = 0;
        while (rank != 0) {
            const ClockTreeNode place = clock_tree_node(rank, clocks);
            const ClockTreeNode above = clock_tree_node(place.parent, clocks);
            const auto& listed = place.shares_with_parent ? above.sharers : above.children;
            RC_ASSERT(std::count(listed.begin(), listed.end(), rank) == 1);
            if (!place.shares_with_parent) ++exchanges;
            rank = place.parent;
        }
        RC_ASSERT(exchanges <= max_exchanges);
    }
}

}  // namespace
}  // namespace fabricmap
