// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/group_levels.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

// Two groups of two routers of four hosts each: 1 us below a router, 1.2 us within a group, 2 us between
// groups.
constexpr Eigen::Index hosts_of_the_dragonfly = 16;
constexpr Eigen::Index hosts_of_its_routers = 4;
constexpr Eigen::Index hosts_of_its_groups = 8;

LevelRange range(double lowest_us, double centre_us, double highest_us) {
    return {std::log(static_cast<float>(1e-6 * lowest_us)), std::log(static_cast<float>(1e-6 * centre_us)),
            std::log(static_cast<float>(1e-6 * highest_us))};
}
const std::vector<LevelRange> dragonfly_levels{range(0.98, 1, 1.02), range(1.18, 1.2, 1.22),
                                               range(1.9, 2, 2.1)};

Topology two_groups() {
    Topology topology;
    topology.shape = Shape::groups;
    for (const Eigen::Index size : {hosts_of_its_routers, hosts_of_its_groups}) {
        TopologyLevel& level = topology.levels.emplace_back();
        for (int host = 0; host < hosts_of_the_dragonfly; ++host) {
            if (host % size == 0) level.groups.emplace_back();
            level.groups.back().push_back(host);
        }
    }
    return topology;
}

int level_of_places(Eigen::Index one, Eigen::Index other) {
    if (one / hosts_of_its_routers == other / hosts_of_its_routers) return 0;
    return one / hosts_of_its_groups == other / hosts_of_its_groups ? 1 : 2;
}

Eigen::MatrixXd delays_of_the_dragonfly() {
    constexpr std::array delays_us{1.0, 1.2, 2.0};
    Eigen::MatrixXd delays(hosts_of_the_dragonfly, hosts_of_the_dragonfly);
    for (Eigen::Index one = 0; one < hosts_of_the_dragonfly; ++one) {
        for (Eigen::Index other = 0; other < hosts_of_the_dragonfly; ++other)
            delays(one, other) = 1e-6 * delays_us.at(static_cast<std::size_t>(level_of_places(one, other)));
    }
    delays.diagonal().setConstant(std::numeric_limits<double>::quiet_NaN());
    return delays;
}

/// Of hosts 0 to 3 to 4 to 7, both ways: all pairs between two routers of a group.
void set_between_two_routers(Eigen::MatrixXd& delays, double delay_us) {
    delays.block(0, 4, 4, 4).setConstant(1e-6 * delay_us);
    delays.block(4, 0, 4, 4).setConstant(1e-6 * delay_us);
}

Levels::Numbers settled(const Eigen::MatrixXd& delays) {
    return levels_settled_by_groups(dragonfly_levels, delays.array().log().cast<float>(), two_groups());
}

TEST(GroupLevels, AreThoseOfTheRangesThatDelaysAreIn) {
    const Levels::Numbers numbers = settled(delays_of_the_dragonfly());
    for (Eigen::Index one = 0; one < hosts_of_the_dragonfly; ++one) {
        for (Eigen::Index other = 0; other < hosts_of_the_dragonfly; ++other)
            EXPECT_EQ(numbers(one, other), level_of_places(one, other)) << one << " to " << other;
    }
}

TEST(GroupLevels, OfAPairBetweenTwoAreThoseOfItsGroups) {
    // Twice nearer to the level that the others of its groups are not at.
    Eigen::MatrixXd delays = delays_of_the_dragonfly();
    delays(1, 6) = 1.7e-6;
    EXPECT_EQ(settled(delays)(1, 6), 1);
    delays(1, 12) = 1.4e-6;
    EXPECT_EQ(settled(delays)(1, 12), 2);
}

TEST(GroupLevels, OfGatewaysAreThoseOfOtherPairsBetweenTheirGroups) {
    Eigen::MatrixXd delays = delays_of_the_dragonfly();
    delays.block(4, 8, 4, 4).setConstant(1.4e-6);
    const Levels::Numbers numbers = settled(delays);
    EXPECT_TRUE((numbers.block(4, 8, 4, 4) == 2).all());
    // Nor are they nearer where nothing else tells.
    delays.block(0, 8, 8, 8).setConstant(1.4e-6);
    EXPECT_TRUE((settled(delays).block(0, 8, 8, 8) == 2).all());
}

TEST(GroupLevels, OfASlowCableBetweenTwoRoutersAreTheNearer) {
    Eigen::MatrixXd delays = delays_of_the_dragonfly();
    set_between_two_routers(delays, 1.35);
    EXPECT_TRUE((settled(delays).block(0, 4, 4, 4) == 1).all());
    set_between_two_routers(delays, 1.7);
    EXPECT_TRUE((settled(delays).block(0, 4, 4, 4) == 2).all());
}

TEST(GroupLevels, OfASlowLinkFarAboveItsGroupAreTheNearer) {
    Eigen::MatrixXd delays = delays_of_the_dragonfly();
    delays(0, 1) = 1.4e-6;
    EXPECT_EQ(settled(delays)(0, 1), 1);
}

TEST(GroupLevels, DependOnNoPairThatWasNotMeasured) {
    Eigen::MatrixXd delays = delays_of_the_dragonfly();
    delays.block(0, 4, 4, 4).setConstant(std::numeric_limits<double>::quiet_NaN());
    delays(1, 6) = 1.7e-6;
    EXPECT_EQ(settled(delays)(1, 6), 2);
    delays(2, 6) = delays(3, 7) = 1.2e-6;
    EXPECT_EQ(settled(delays)(1, 6), 1);
}

TEST(GroupLevels, WithoutGroupsAreTheNearer) {
    Eigen::MatrixXd delays = delays_of_the_dragonfly();
    delays(1, 12) = 1.4e-6;
    const Eigen::ArrayXXf logs = delays.array().log().cast<float>();
    EXPECT_EQ(levels_settled_by_groups(dragonfly_levels, logs, Topology())(1, 12), 1);
    EXPECT_EQ(levels_settled_by_groups({range(1, 1, 1)}, logs, two_groups())(1, 12), 0);
}

}  // namespace
}  // namespace fabricmap::diagnosis
