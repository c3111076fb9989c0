// SPDX-License-Identifier: Apache-2.0
#include "measuring/memory/device_choice.hpp"

#include <gtest/gtest.h>

#include <array>

namespace fabricmap {
namespace {

constexpr std::array two_each{0, 0, 1, 1};

TEST(ChosenDevice, FollowsTheRankOnItsHostRoundAndRound) {
    for (int rank = 0; rank < 9; ++rank) EXPECT_EQ(chosen_device(rank, two_each, 1), rank % 4);
}

TEST(ChosenDevice, WithoutALauncherIsTheFirstOfTheOwnNode) {
    EXPECT_EQ(chosen_device(std::nullopt, two_each, 1), 2);
    EXPECT_EQ(chosen_device(std::nullopt, two_each, 0), 0);
}

TEST(ChosenDevice, IsTheFirstWhereNoneIsNearOrNothingIsKnown) {
    EXPECT_EQ(chosen_device(std::nullopt, two_each, 7), 0);
    EXPECT_EQ(chosen_device(std::nullopt, std::array{-1, -1}, -1), 0);
}

TEST(DeviceNode, OfADeviceThatIsNotThereIsUnknown) {
    EXPECT_EQ(numa_node_of_device("ffff:ff:1f.7"), -1);
}

}  // namespace
}  // namespace fabricmap
