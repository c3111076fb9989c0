// SPDX-License-Identifier: Apache-2.0
#include "measuring/rank_locations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(HostCount, CountsNodesAndNotNames) {
    EXPECT_EQ(host_count({{"a", 0}, {"a", 0}}), 1);
    EXPECT_EQ(host_count({{"a", 0}, {"b", 1}, {"a", 0}, {"c", 2}}), 3);
}

TEST(PlacementWarnings, NameTheRanksThatShareACore) {
    const auto warnings = placement_warnings({{"a", 0, 3}, {"a", 0, 1}, {"a", 0, 3}, {"b", 1, 3}});
    EXPECT_THAT(warnings, ElementsAre(HasSubstr("ranks 0, 2 share core 3 of a")));
}

TEST(PlacementWarnings, SayNothingOfRanksOnTheirOwnCoresOrUnbound) {
    EXPECT_THAT(placement_warnings({{"a", 0, 0, -1, 2}, {"a", 0, 1, -1, 2}, {"b", 1, 0, -1, 1}}), IsEmpty());
    EXPECT_THAT(placement_warnings({{"a", 0, -1, -1, 2}, {"a", 0, -1, -1, 2}}), IsEmpty());
}

TEST(PlacementWarnings, NameTheHostWhoseRanksOutnumberItsCores) {
    const auto warnings = placement_warnings(
        {{"a", 0, -1, -1, 2}, {"b", 1, -1, -1, 1}, {"a", 0, -1, -1, 2}, {"a", 0, -1, -1, 2}});
    EXPECT_THAT(warnings, ElementsAre(HasSubstr("3 ranks take turns on 2 cores of a")));
}

}  // namespace
}  // namespace fabricmap
