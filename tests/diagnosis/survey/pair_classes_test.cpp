// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/pair_classes.hpp"

#include "tests/diagnosis/judging.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace fabricmap::diagnosis {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using testing::fabric;
using ::testing::SizeIs;

PairClasses classes_of(const std::string& statements) {
    const fabricmap::Run run = fabric(statements);
    return find_pair_classes(*run.stack(run.preferred()), machine_of(run.description()), [] {});
}

std::vector<std::string> names_of(const PairClasses& classes) {
    std::vector<std::string> names;
    for (const PairClass& one : classes.all) names.push_back(one.name);
    return names;
}

/// Expects each pair's class to be the one that `ground_truth` says, and each class to count its pairs.
template <typename GroundTruth>
void expect_classes(const PairClasses& classes, const GroundTruth& ground_truth) {
    std::vector<std::int64_t> pairs(classes.all.size(), 0);
    int wrong = 0;
    for (int sender = 0; sender < classes.of.rows(); ++sender) {
        for (int receiver = 0; receiver < classes.of.cols(); ++receiver) {
            const int number = sender == receiver ? no_class : ground_truth(sender, receiver);
            if (classes.of(sender, receiver) != number) ++wrong;
            if (sender != receiver) ++pairs.at(static_cast<std::size_t>(number));
        }
    }
    EXPECT_EQ(wrong, 0);
    for (std::size_t number = 0; number < pairs.size(); ++number)
        EXPECT_EQ(classes.all[number].pairs, pairs[number]) << number;
}

/// Ranks of a tree of 64 hosts, 2 ranks each, 8 hosts to a leaf, 4 leaves to a pod.
int class_in_the_tree(int sender, int receiver) {
    int level = 0;
    for (const int ranks : {2, 16, 64}) {
        if (sender / ranks == receiver / ranks) return level;
        ++level;
    }
    return level;
}

const std::string tree_of_pods = "fat-tree,hosts=64,leaf=8x4,ranks-per-host=2;noise,2%";

TEST(PairClasses, OfAFatTreeAreItsSwitches) {
    const PairClasses classes = classes_of(tree_of_pods);
    EXPECT_THAT(names_of(classes), ElementsAre("within hosts", "between hosts, same leaf",
                                               "between hosts, same pod", "between hosts, across the spine"));
    expect_classes(classes, class_in_the_tree);
}

TEST(PairClasses, OfAFatTreeAreTheSameWhateverIsSlow) {
    for (const std::string fault :
         {"slow-node,host=9,factor=3", "slow-sender,host=9,factor=1.3",
          "slow-link,sender=3,receiver=60,factor=2", "slow-switch,switch=1,factor=1.5",
          "slow-switch,switch=1,to=6,factor=1.5"}) {
        SCOPED_TRACE(fault);
        expect_classes(classes_of(fmt::format("{};fault,{}", tree_of_pods, fault)), class_in_the_tree);
    }
}

constexpr int side = 6;

int hops_in_the_torus(int one, int other) {
    int hops = 0;
    for (const int stride : {1, side}) {
        const int steps = std::abs(one / stride % side - other / stride % side);
        hops += std::min(steps, side - steps);
    }
    return hops;
}

TEST(PairClasses, OfATorusAreHops) {
    const PairClasses classes = classes_of("torus,size=6x6;noise,2%");
    EXPECT_EQ(classes.topology.shape, Shape::grid);
    EXPECT_EQ(classes.all.size(), 6);
    expect_classes(classes, [](int one, int other) { return hops_in_the_torus(one, other) - 1; });
}

TEST(PairClasses, OfATorusAreHopsAlsoOverASlowCable) {
    for (const std::string factor : {"1.3", "1.5", "2", "3"}) {
        SCOPED_TRACE(factor);
        const PairClasses classes = classes_of(
            fmt::format("torus,size=6x6;noise,2%;fault,slow-cable,between=14,15,factor={}", factor));
        EXPECT_EQ(classes.topology.shape, Shape::grid);
        expect_classes(classes, [](int one, int other) { return hops_in_the_torus(one, other) - 1; });
    }
}

/// A dragonfly of two groups, in which a message from one gateway's host to the other's takes less than
/// others between the groups, and more than all within one.
PairClasses classes_of_two_groups(int chassis, int routers, const std::string& rest) {
    return classes_of(
        fmt::format("dragonfly,groups=2,chassis={},routers={},hosts-per-router=4;"
                    "bandwidth,link=100Gbit;noise,2%;{}",
                    chassis, routers, rest));
}

/// Expects that no class has pairs within the groups as well as between them.
void expect_groups_apart(const PairClasses& classes) {
    const auto hosts = static_cast<int>(classes.of.rows());
    std::vector<std::set<bool>> are_in_one_group(classes.all.size());
    for (int sender = 0; sender < hosts; ++sender) {
        for (int receiver = 0; receiver < hosts; ++receiver) {
            if (sender == receiver) continue;
            const bool is_inner = (sender < hosts / 2) == (receiver < hosts / 2);
            are_in_one_group.at(classes.of(sender, receiver)).insert(is_inner);
        }
    }
    EXPECT_THAT(are_in_one_group, Each(SizeIs(1)));
}

TEST(PairClasses, OfADragonflyHoldNoGatewaysOfTwoGroupsAmongInnerPairs) {
    for (int seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE(seed);
        expect_groups_apart(classes_of_two_groups(
            2, 4, fmt::format("latency,base=1us,hop=150ns,global=600ns;sweep,lengths=0,4K,seed={}", seed)));
    }
}

TEST(PairClasses, OfADragonflyTakenForATreeHoldNoInnerPairsOfTheOtherGroup) {
    for (int seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE(seed);
        expect_groups_apart(classes_of_two_groups(
            2, 8, fmt::format("latency,base=1us,hop=100ns,global=500ns;sweep,lengths=0,seed={}", seed)));
    }
}

TEST(PairClasses, WithinHostsAreSockets) {
    const PairClasses classes = classes_of("host,hosts=4,ranks-per-host=8,sockets=2;noise,2%");
    EXPECT_THAT(names_of(classes),
                ElementsAre("within hosts, level 1", "within hosts, level 2", "between hosts"));
    expect_classes(classes, [](int one, int other) {
        return one / 4 == other / 4 ? 0 : one / 8 == other / 8 ? 1 : 2;
    });
}

TEST(PairClasses, OfASingleHostAreSocketsAlso) {
    const PairClasses classes = classes_of("host,ranks-per-host=16,sockets=2;noise,2%");
    EXPECT_THAT(names_of(classes), ElementsAre("within hosts, level 1", "within hosts, level 2"));
    expect_classes(classes, [](int one, int other) { return one / 8 == other / 8 ? 0 : 1; });
}

TEST(PairClasses, OfTwoHostsAreWithinAndBetween) {
    const PairClasses classes = classes_of("host,hosts=2,ranks-per-host=4;noise,2%");
    EXPECT_THAT(names_of(classes), ElementsAre("within hosts", "between hosts"));
    expect_classes(classes, [](int one, int other) { return one / 4 == other / 4 ? 0 : 1; });
}

}  // namespace
}  // namespace fabricmap::diagnosis
