// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/levels.hpp"

#include "statistics/robust.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

namespace fabricmap::diagnosis {
namespace {

constexpr int all_hosts = 32;
constexpr int hosts_of_a_leaf = 8;
constexpr int leaves_of_a_pod = 2;
const std::vector<double> delays_us{1.2, 1.4, 1.6};

/// Of two hosts of a fat tree: 0 below one leaf, 1 in one pod, 2 elsewhere.
int true_level(Eigen::Index one, Eigen::Index other) {
    if (one / hosts_of_a_leaf == other / hosts_of_a_leaf) return 0;
    constexpr int hosts_of_a_pod = hosts_of_a_leaf * leaves_of_a_pod;
    return one / hosts_of_a_pod == other / hosts_of_a_pod ? 1 : 2;
}

/// All pairs of so many units, which all take the same.
UnitPairs alike(int count, float value) {
    UnitPairs pairs{{}, Eigen::ArrayXXf::Constant(count, count, value)};
    for (const UnitIndex unit : IndexRange<UnitIndex>(count)) pairs.units.push_back(unit);
    return pairs;
}

/// All pairs of the hosts of a healthy tree.
UnitPairs tree_with_noise(double noise, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal(0, 1);
    UnitPairs pairs = alike(all_hosts, no_value);
    for (Eigen::Index one = 0; one < all_hosts; ++one) {
        for (Eigen::Index other = 0; other < all_hosts; ++other) {
            const double delay_s = 1e-6 * delays_us[static_cast<std::size_t>(true_level(one, other))];
            if (one != other)
                pairs.logs(one, other) = static_cast<float>(std::log(delay_s) + noise * normal(random));
        }
    }
    return pairs;
}

void expect_levels_of_the_tree(const UnitPairs& pairs) {
    const Levels levels = find_levels({pairs}, all_hosts);
    ASSERT_EQ(levels.ranges.size(), 3);
    for (std::size_t level = 0; level < 3; ++level) {
        EXPECT_NEAR(std::exp(levels.ranges[level].centre) * 1e6, delays_us[level], 0.02) << level;
    }
    for (Eigen::Index one = 0; one < all_hosts; ++one) {
        for (Eigen::Index other = 0; other < all_hosts; ++other) {
            if (one == other) continue;
            EXPECT_EQ(levels.numbers.front()(one, other), true_level(one, other)) << one << " to " << other;
        }
    }
}

TEST(Levels, OfAFatTreeAreThoseOfItsSwitches) {
    for (unsigned seed = 0; seed < 10; ++seed) {
        SCOPED_TRACE(seed);
        expect_levels_of_the_tree(tree_with_noise(0.01, seed));
    }
}

TEST(Levels, AreNotMadeByASlowHost) {
    for (const float factor : {1.15F, 1.3F, 2.0F, 4.0F}) {
        SCOPED_TRACE(factor);
        UnitPairs pairs = tree_with_noise(0.01);
        pairs.logs.row(17) += std::log(factor);
        expect_levels_of_the_tree(pairs);
        pairs.logs.col(17) += std::log(factor);
        expect_levels_of_the_tree(pairs);
    }
}

TEST(Levels, AreNotMadeByASlowSwitch) {
    for (const float factor : {1.3F, 2.0F}) {
        UnitPairs pairs = tree_with_noise(0.01);
        for (Eigen::Index one = 8; one < 16; ++one) {
            for (Eigen::Index other = 0; other < all_hosts; ++other) {
                if (true_level(one, other) != 0) pairs.logs(one, other) += std::log(factor);
            }
        }
        EXPECT_EQ(find_levels({pairs}, all_hosts).ranges.size(), 3) << factor;
    }
}

TEST(Levels, AreNotMadeByAFewSlowLinks) {
    UnitPairs pairs = tree_with_noise(0.01);
    for (const int host : {1, 9, 20}) pairs.logs(host, 30) += std::log(1.8F);
    EXPECT_EQ(find_levels({pairs}, all_hosts).ranges.size(), 3);
}

TEST(Levels, DoNotReachToAFewPairsBetweenThem) {
    UnitPairs pairs = tree_with_noise(0.005);
    const float between = std::log(1.49e-6F);
    for (const int host : {1, 9, 20}) pairs.logs(host, 30) = between;
    const Levels levels = find_levels({pairs}, all_hosts);
    ASSERT_EQ(levels.ranges.size(), 3);
    EXPECT_LT(levels.ranges[1].highest, between);
    EXPECT_GT(levels.ranges[2].lowest, between);
}

TEST(Levels, OfEqualPairsAreOne) {
    UnitPairs pairs = tree_with_noise(0);
    pairs.logs = Eigen::ArrayXXf::Random(all_hosts, all_hosts) * 0.02F - 13;
    EXPECT_EQ(find_levels({pairs}, all_hosts).ranges.size(), 1);
}

TEST(Levels, OfFewOrMissingPairsAreOne) {
    const UnitPairs two = alike(2, -13);
    EXPECT_EQ(find_levels({two}, 2).ranges.size(), 1);
    const UnitPairs none = alike(4, no_value);
    EXPECT_EQ(find_levels({none}, 4).ranges.size(), 1);
    EXPECT_EQ(find_levels({}, 4).ranges.size(), 1);
}

TEST(Shifts, AreWhatASlowHostSendsOrReceivesTooMuch) {
    UnitPairs pairs = tree_with_noise(0.005);
    pairs.logs.row(5) += 0.4F;
    pairs.logs.col(20) += 0.3F;
    const UnitShifts shifts = find_shifts({pairs}, all_hosts);
    for (const UnitIndex host : IndexRange<UnitIndex>(all_hosts)) {
        EXPECT_NEAR(shifts.sending[host], host == 5 ? 0.4 : 0, 0.02) << host;
        EXPECT_NEAR(shifts.receiving[host], host == 20 ? 0.3 : 0, 0.02) << host;
    }
}

TEST(Shifts, OfAHealthyTreeAreNone) {
    for (unsigned seed = 0; seed < 10; ++seed) {
        const UnitShifts shifts = find_shifts({tree_with_noise(0.02, seed)}, all_hosts);
        EXPECT_THAT(shifts.sending, ::testing::Each(0));
        EXPECT_THAT(shifts.receiving, ::testing::Each(0));
    }
}

}  // namespace
}  // namespace fabricmap::diagnosis
