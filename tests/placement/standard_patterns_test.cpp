// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "placement/patterns/standard.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sys/resource.h>

namespace fabricmap::placement {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

std::vector<int> receivers_of(const Pattern& pattern, int sender) {
    std::vector<int> receivers;
    for (const Flow& flow : pattern.flows) {
        if (flow.sender == sender) receivers.push_back(flow.receiver);
    }
    return receivers;
}

TEST(StandardPatterns, NumberTheRanksOfAGridAsMpiCartCreateDoes) {
    // Of a grid of 2 × 3 the last dimension is the fastest: rank 4 is (1,1).
    const Pattern pattern = standard_pattern("stencil:2x3", std::nullopt);
    EXPECT_EQ(pattern.ranks, 6);
    EXPECT_THAT(receivers_of(pattern, 4), UnorderedElementsAre(1, 3, 5));
    EXPECT_THAT(receivers_of(pattern, 0), UnorderedElementsAre(1, 3));
}

TEST(StandardPatterns, JoinTheEndsOfPeriodicGrids) {
    const Pattern pattern = standard_pattern("stencil:4x4,periodic", std::nullopt);
    EXPECT_THAT(receivers_of(pattern, 0), UnorderedElementsAre(1, 3, 4, 12));
    EXPECT_EQ(pattern.messages(), 64);
}

TEST(StandardPatterns, SendTwiceToTheOnlyNeighbourInAPeriodicDimensionOfTwo) {
    const Pattern pattern = standard_pattern("stencil:2x3,periodic", std::nullopt);
    EXPECT_EQ(pattern.messages(), 6 * 4);
    EXPECT_THAT(receivers_of(pattern, 0), UnorderedElementsAre(1, 2, 3));
}

TEST(StandardPatterns, ReachCornersWhereAsked) {
    const Pattern pattern = standard_pattern("stencil:3x3,corners", std::nullopt);
    EXPECT_EQ(receivers_of(pattern, 4).size(), 8U);
}

TEST(StandardPatterns, SendWithinGroupsAlone) {
    const Pattern pattern = standard_pattern("groups:2x3,length=64K", std::nullopt);
    EXPECT_THAT(receivers_of(pattern, 4), UnorderedElementsAre(3, 5));
    EXPECT_EQ(pattern.bytes(), 12 * 65536);
}

TEST(StandardPatterns, TransposeWithinRowsAndColumns) {
    EXPECT_THAT(receivers_of(standard_pattern("transpose:2x3", std::nullopt), 1),
                UnorderedElementsAre(0, 2, 4));
}

TEST(StandardPatterns, TakeTheNumberOfRanksFromTheMachine) {
    EXPECT_THAT(receivers_of(standard_pattern("ring", 5), 4), UnorderedElementsAre(0));
    EXPECT_THAT(receivers_of(standard_pattern("hypercube", 8), 5), UnorderedElementsAre(4, 7, 1));
    EXPECT_EQ(standard_pattern("all-to-all", 5).messages(), 20);
    EXPECT_EQ(standard_pattern("random:degree=3", 10).messages(), 30);
}

TEST(StandardPatterns, DrawTheSamePartnersForTheSameSeed) {
    EXPECT_EQ(standard_pattern("random:degree=3,seed=4", 50).flows,
              standard_pattern("random:degree=3,seed=4", 50).flows);
    EXPECT_NE(standard_pattern("random:degree=3,seed=4", 50).flows,
              standard_pattern("random:degree=3,seed=5", 50).flows);
}

TEST(StandardPatterns, NameTheWrongWord) {
    for (const std::string spec :
         {"stencil", "stencil:0x4", "stencil:4x4,wrap", "ring:4,periodic", "groups:4", "hypercube:6",
          "random:8,degree=8", "stensil:4x4", "ring:1", "ring:4,,", "stencil:4x4,length=64Q",
          "stencil:99999x99999", "stencil:4x4,messages=0"}) {
        try {
            static_cast<void>(standard_pattern(spec, 8));
            ADD_FAILURE() << spec << " was taken";
        } catch (const UsageError& error) {
            EXPECT_THAT(error.what(), HasSubstr("--pattern")) << spec;
        }
    }
}

long peak_kilobytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

TEST(StandardPatterns, OfMoreMessagesThanAnyMemoryHoldsAreRefusedBeforeAnyIsListed) {
    const long before = peak_kilobytes();
    for (const std::string spec : {"all-to-all:100000", "groups:2x500000", "transpose:1000x1000",
                                   "random:1000000,degree=999999", "stencil:10x10x10x10x10x10,corners"}) {
        try {
            static_cast<void>(standard_pattern(spec, std::nullopt));
            ADD_FAILURE() << spec << " was taken";
        } catch (const UsageError& error) {
            EXPECT_THAT(error.what(), HasSubstr("pairs of ranks send; give fewer ranks")) << spec;
        }
    }
    EXPECT_LT(peak_kilobytes() - before, 100'000);
}

TEST(StandardPatterns, HaveTheSameRanksAndGridWithoutTheirFlows) {
    for (const std::string spec : {"stencil:4x4x2", "ring:9", "all-to-all", "transpose:3x5"}) {
        const Pattern outline = outline_of_standard_pattern(spec, 8);
        const Pattern whole = standard_pattern(spec, 8);
        EXPECT_EQ(outline.ranks, whole.ranks);
        EXPECT_EQ(outline.grid, whole.grid);
        EXPECT_EQ(outline.name, whole.name);
        EXPECT_TRUE(outline.flows.empty());
    }
}

}  // namespace
}  // namespace fabricmap::placement
