// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/groups.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace fabricmap::collective_test {
namespace {

using ::testing::ElementsAre;

/// Ranks 0 to 5 on three hosts, two on each.
std::vector<RankLocation> three_hosts() {
    std::vector<RankLocation> locations(6);
    for (std::size_t rank = 0; rank < locations.size(); ++rank)
        locations[rank].node = static_cast<int>(rank / 2);
    return locations;
}

TEST(PickMembers, TakesTheLowestOrOneOfEachHost) {
    const std::vector<RankLocation> locations = three_hosts();
    const std::array endpoints{0, 1, 2, 3, 4, 5};
    EXPECT_THAT(pick_members(endpoints, locations, 3, PickRanks::first), ElementsAre(0, 1, 2));
    EXPECT_THAT(pick_members(endpoints, locations, 3, PickRanks::spread), ElementsAre(0, 2, 4));
    EXPECT_THAT(pick_members(endpoints, locations, 4, PickRanks::spread), ElementsAre(0, 1, 2, 4));
}

TEST(PickMembers, LeavesOutWhoTakesNoPart) {
    const std::array endpoints{1, 3, 4};
    EXPECT_THAT(pick_members(endpoints, three_hosts(), 2, PickRanks::first), ElementsAre(1, 3));
}

TEST(GroupsIn, AreByTheirLowestMemberWithoutThoseOfNone) {
    const std::array group_of_rank{-1, 7, 2, 7, -1, 2};
    const std::vector<Group> groups = groups_in(group_of_rank);
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_THAT(groups[0].members, ElementsAre(1, 3));
    EXPECT_THAT(groups[1].members, ElementsAre(2, 5));
    EXPECT_EQ(groups[1].rank_of(5), 1);
}

}  // namespace
}  // namespace fabricmap::collective_test
