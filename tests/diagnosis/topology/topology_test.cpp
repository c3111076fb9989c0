// SPDX-License-Identifier: Apache-2.0
// The shape that a machine was made with is the one that is found.
#include "diagnosis/topology/topology.hpp"

#include "tests/diagnosis/topology/some_machines.hpp"
#include "tests/not_measured.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

using fabricmap::testing::not_measured;
using testing::dragonfly;
using ::testing::ElementsAre;
using testing::fat_tree;
using ::testing::IsEmpty;
using testing::Machine;
using testing::machine_of;
using testing::one_switch;
using ::testing::SizeIs;
using testing::torus;

Eigen::Index index(int host) {
    return static_cast<Eigen::Index>(host);
}

bool is_permutation_of_all(std::vector<int> order, int hosts) {
    std::sort(order.begin(), order.end());
    std::vector<int> all(static_cast<std::size_t>(hosts));
    std::iota(all.begin(), all.end(), 0);
    return order == all;
}

TEST(FatTree, OfThreeLevelsIsPartedExactlyIntoLeavesAndPods) {
    for (unsigned seed = 0; seed < 200; ++seed) {
        const Machine machine = machine_of(fat_tree({8, 4}, 64), 0.03, seed);
        const Topology topology = find_topology(machine.delays.cast<float>());
        ASSERT_EQ(topology.shape, Shape::hierarchy) << seed;
        ASSERT_EQ(topology.levels.size(), 2) << seed;
        EXPECT_EQ(topology.levels[0].groups, machine.groups_of(8)) << seed;
        EXPECT_EQ(topology.levels[1].groups, machine.groups_of(32)) << seed;
        EXPECT_NEAR(topology.levels[0].delay_s, 1.2e-6, 0.05e-6);
        EXPECT_NEAR(topology.levels[1].delay_s, 1.4e-6, 0.05e-6);
        EXPECT_GT(topology.cophenetic_correlation, 0.88);
    }
}

struct Tree {
    std::vector<int> children;
    int hosts;
    double noise;
};

class FatTrees : public ::testing::TestWithParam<Tree> {};

TEST_P(FatTrees, AreHierarchiesWithTheirLeaves) {
    const Tree& tree = GetParam();
    for (unsigned seed = 0; seed < (tree.hosts > 100 ? 3 : 30); ++seed) {
        const Machine machine = machine_of(fat_tree(tree.children, tree.hosts), tree.noise, seed);
        const Topology topology = find_topology(machine.delays.cast<float>());
        ASSERT_EQ(topology.shape, Shape::hierarchy) << seed;
        ASSERT_EQ(topology.levels.size(), tree.children.size()) << seed;
        int places = 1;
        for (std::size_t level = 0; level < tree.children.size(); ++level) {
            places *= tree.children[level];
            EXPECT_EQ(topology.levels[level].groups, machine.groups_of(places)) << seed;
        }
        EXPECT_TRUE(is_permutation_of_all(topology.order, tree.hosts));
    }
}

INSTANTIATE_TEST_SUITE_P(Noise, FatTrees,
                         ::testing::Values(Tree{{2}, 8, 0.0}, Tree{{4}, 8, 0.01}, Tree{{2}, 64, 0.01},
                                           Tree{{8}, 16, 0.03}, Tree{{16}, 48, 0.05}, Tree{{4, 4}, 32, 0.03},
                                           Tree{{2, 2}, 16, 0.01}, Tree{{8, 4}, 64, 0.05},
                                           Tree{{8, 4}, 512, 0.03}, Tree{{16, 8}, 512, 0.05}));

TEST(FatTree, WithUnevenLeavesIsPartedExactly) {
    // Leaves of 8, 8, 5, 2 and 8 hosts in two pods.
    std::vector<int> places;
    for (int place = 0; place < 64; ++place) {
        const int leaf = place / 8;
        const bool is_taken = leaf == 0 || leaf == 1 || (leaf == 2 && place % 8 < 5) ||
                              (leaf == 4 && place % 8 < 2) || leaf == 5;
        if (is_taken) places.push_back(place);
    }
    for (unsigned seed = 0; seed < 100; ++seed) {
        const Machine machine = machine_of(fat_tree({8, 4}, 64), places, 0.03, seed);
        const Topology topology = find_topology(machine.delays.cast<float>());
        ASSERT_EQ(topology.shape, Shape::hierarchy) << seed;
        ASSERT_EQ(topology.levels.size(), 2) << seed;
        EXPECT_EQ(topology.levels[0].groups, machine.groups_of(8)) << seed;
        EXPECT_EQ(topology.levels[1].groups, machine.groups_of(32)) << seed;
    }
}

TEST(FatTree, IsFoundInSpiteOfMissingPairsAndAFewSlowOrFastLinks) {
    for (unsigned seed = 0; seed < 30; ++seed) {
        Machine machine = machine_of(fat_tree({8, 4}, 64), 0.03, seed);
        for (int k = 0; k < 20; ++k) {
            const int one = k;
            const int other = 63 - 2 * k % 40;
            machine.delays(index(one), index(other)) = not_measured;
            machine.delays(index(other), index(one)) = not_measured;
        }
        for (int k = 0; k < 3; ++k) {
            machine.delays(index(10 + k), index(50 - k)) *= 10;
            machine.delays(index(50 - k), index(10 + k)) *= 10;
        }
        machine.delays(index(20), index(30)) *= 0.5;
        const Topology topology = find_topology(machine.delays.cast<float>());
        ASSERT_EQ(topology.shape, Shape::hierarchy) << seed;
        ASSERT_EQ(topology.levels.size(), 2) << seed;
        EXPECT_EQ(topology.levels[0].groups, machine.groups_of(8)) << seed;
        EXPECT_EQ(topology.levels[1].groups, machine.groups_of(32)) << seed;
    }
}

TEST(FatTree, WithAHostThatNothingIsKnownOfKeepsItApart) {
    Machine machine = machine_of(fat_tree({8, 4}, 64), 0.03, 1);
    machine.delays.row(5).setConstant(not_measured);
    machine.delays.col(5).setConstant(not_measured);
    const Topology topology = find_topology(machine.delays.cast<float>());
    ASSERT_EQ(topology.shape, Shape::hierarchy);
    for (const TopologyLevel& level : topology.levels) {
        EXPECT_THAT(level.groups, ::testing::Contains(ElementsAre(5)));
        EXPECT_EQ(level.groups.size(), &level == topology.levels.data() ? 9 : 3);
    }
    EXPECT_TRUE(is_permutation_of_all(topology.order, 64));
    EXPECT_EQ(topology.order.back(), 5);
}

struct Grid {
    std::vector<int> size;
    std::vector<int> dimensions;
    double noise;
};

class Tori : public ::testing::TestWithParam<Grid> {};

TEST_P(Tori, AreGridsWithTheirDimensionsAndPlaces) {
    const Fabric fabric = torus(GetParam().size);
    for (unsigned seed = 0; seed < (fabric.hosts > 100 ? 3 : 60); ++seed) {
        const Machine machine = machine_of(fabric, GetParam().noise, seed);
        const Topology topology = find_topology(machine.delays.cast<float>());
        ASSERT_EQ(topology.shape, Shape::grid) << seed;
        EXPECT_EQ(topology.dimensions, GetParam().dimensions) << seed;
        EXPECT_TRUE(topology.ends_joined);
        EXPECT_GT(topology.hop_correlation, 0.85);
        EXPECT_THAT(topology.levels, IsEmpty());
        const Eigen::MatrixXi hops = hops_of(topology);
        for (int i = 0; i < fabric.hosts; ++i) {
            for (int j = 0; j < i; ++j) {
                const auto path = route(fabric, machine.places[static_cast<std::size_t>(i)],
                                        machine.places[static_cast<std::size_t>(j)]);
                ASSERT_EQ(hops(index(i), index(j)), path.local) << seed;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Noise, Tori,
                         ::testing::Values(Grid{{4, 4, 4}, {4, 4, 4}, 0.0}, Grid{{4, 4, 4}, {4, 4, 4}, 0.01},
                                           Grid{{4, 4, 4}, {4, 4, 4}, 0.03}, Grid{{8, 8}, {8, 8}, 0.0},
                                           Grid{{8, 8}, {8, 8}, 0.03}, Grid{{8, 8, 8}, {8, 8, 8}, 0.0},
                                           Grid{{8, 8, 8}, {8, 8, 8}, 0.03}, Grid{{8, 8, 8}, {8, 8, 8}, 0.05},
                                           Grid{{16, 16}, {16, 16}, 0.03}, Grid{{4, 5, 6}, {6, 5, 4}, 0.03},
                                           Grid{{2, 3, 5}, {5, 3, 2}, 0.01}, Grid{{3, 3, 3}, {3, 3, 3}, 0.01},
                                           Grid{{2, 2, 2, 2, 2, 2}, {4, 4, 4}, 0.0},
                                           Grid{{2, 2, 8}, {8, 4}, 0.01}, Grid{{8}, {8}, 0.01},
                                           Grid{{4, 4}, {4, 4}, 0.01}));

TEST(Mesh, IsAGridWhoseEndsAreNotJoined) {
    // The corner of a torus of twice the size has no shorter path around.
    std::vector<int> places;
    for (int place = 0; place < 12 * 8 * 6; ++place) {
        if (place % 12 < 6 && place / 12 % 8 < 4 && place / 96 < 3) places.push_back(place);
    }
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Machine machine = machine_of(torus({12, 8, 6}), places, 0.02, seed);
        const Topology topology = find_topology(machine.delays.cast<float>());
        ASSERT_EQ(topology.shape, Shape::grid) << seed;
        EXPECT_THAT(topology.dimensions, ElementsAre(6, 4, 3));
        EXPECT_FALSE(topology.ends_joined);
        EXPECT_EQ(hops_of(topology).maxCoeff(), 5 + 3 + 2);
    }
}

TEST(Torus, IsFoundInSpiteOfMissingPairs) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        Machine machine = machine_of(torus({4, 4, 4}), 0.01, seed);
        for (int k = 0; k < 6; ++k) {
            machine.delays(index(k), index(30 + k)) = not_measured;
            machine.delays(index(30 + k), index(k)) = not_measured;
        }
        EXPECT_THAT(find_topology(machine.delays.cast<float>()).dimensions, ElementsAre(4, 4, 4)) << seed;
    }
}

TEST(Torus, WithAHostThatNothingIsKnownOfIsNoHierarchy) {
    Machine machine = machine_of(torus({4, 4, 4}), 0.01, 3);
    machine.delays.row(7).setConstant(not_measured);
    machine.delays.col(7).setConstant(not_measured);
    const Topology topology = find_topology(machine.delays.cast<float>());
    EXPECT_EQ(topology.shape, Shape::groups);
    EXPECT_TRUE(is_permutation_of_all(topology.order, 64));
}

class Dragonflies : public ::testing::TestWithParam<std::vector<int>> {};

TEST_P(Dragonflies, AreGroups) {
    const std::vector<int>& size = GetParam();
    const Fabric fabric = dragonfly(size[0], size[1], size[2], size[3]);
    for (const double noise : {0.0, 0.01, 0.03}) {
        for (unsigned seed = 0; seed < (fabric.hosts > 100 ? 2 : 30); ++seed) {
            const Machine machine = machine_of(fabric, noise, seed);
            const Topology topology = find_topology(machine.delays.cast<float>());
            ASSERT_EQ(topology.shape, Shape::groups) << noise << ' ' << seed;
            EXPECT_EQ(topology.levels.back().groups, machine.groups_of(size[1] * size[2] * size[3]));
            EXPECT_EQ(hops_of(topology).size(), 0);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Dragonflies,
                         ::testing::Values(std::vector{4, 1, 4, 4}, std::vector{4, 2, 4, 2},
                                           std::vector{4, 4, 4, 1}, std::vector{9, 1, 9, 1},
                                           std::vector{8, 2, 8, 4}));

TEST(OneSwitch, HasNoLevels) {
    for (const int hosts : {3, 4, 6, 8, 16, 64}) {
        for (const double noise : {0.0, 0.01, 0.03, 0.1}) {
            if (hosts < 8 && noise > 0.03) continue;
            for (unsigned seed = 0; seed < 50; ++seed) {
                const Topology topology =
                    find_topology(machine_of(one_switch(hosts), noise, seed).delays.cast<float>());
                EXPECT_EQ(topology.shape, Shape::single) << hosts << ' ' << noise << ' ' << seed;
                EXPECT_TRUE(is_permutation_of_all(topology.order, hosts));
            }
        }
    }
}

TEST(FewHosts, HaveNoLevels) {
    for (int hosts = 0; hosts < 3; ++hosts) {
        const Topology topology = find_topology(Eigen::MatrixXf::Constant(hosts, hosts, 1e-6F));
        EXPECT_EQ(topology.shape, Shape::single);
        EXPECT_TRUE(std::isnan(topology.cophenetic_correlation));
        EXPECT_THAT(topology.order, SizeIs(hosts));
    }
}

TEST(NothingMeasured, HasNoLevels) {
    const Topology topology =
        find_topology(Eigen::MatrixXf::Constant(8, 8, static_cast<float>(not_measured)));
    EXPECT_EQ(topology.shape, Shape::single);
    EXPECT_TRUE(is_permutation_of_all(topology.order, 8));
}

TEST(TwoHalvesThatNeverMet, AreSurvived) {
    Machine machine = machine_of(fat_tree({8, 4}, 64), 0.03, 1);
    machine.delays.topRightCorner(32, 32).setConstant(not_measured);
    machine.delays.bottomLeftCorner(32, 32).setConstant(not_measured);
    EXPECT_TRUE(is_permutation_of_all(find_topology(machine.delays.cast<float>()).order, 64));
}

TEST(AnyMatrix, IsSurvived) {
    for (unsigned seed = 0; seed < 200; ++seed) {
        Machine machine = machine_of(one_switch(3 + static_cast<int>(seed % 14)), 0.3, seed);
        for (Eigen::Index i = 0; i < machine.delays.rows(); ++i) {
            for (Eigen::Index j = 0; j < machine.delays.cols(); ++j) {
                if ((i * 7 + j * 5 + seed) % 4 != 0) machine.delays(i, j) = not_measured;
            }
        }
        EXPECT_TRUE(
            is_permutation_of_all(find_topology(machine.delays.cast<float>()).order, machine.hosts()));
    }
}

TEST(Names, AreThoseOfReports) {
    EXPECT_EQ(name_of(Shape::single), "single");
    EXPECT_EQ(name_of(Shape::hierarchy), "hierarchy");
    EXPECT_EQ(name_of(Shape::grid), "grid");
    EXPECT_EQ(name_of(Shape::groups), "groups");
}

}  // namespace
}  // namespace fabricmap::diagnosis
