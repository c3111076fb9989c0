// SPDX-License-Identifier: Apache-2.0
#include "network_test/probing/class_pairs.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>
#include <set>

namespace fabricmap::network_test {
namespace {

PerRank<RankLocation> hosts_of(const std::vector<int>& ranks_of_host) {
    PerRank<RankLocation> locations;
    for (std::size_t node = 0; node < ranks_of_host.size(); ++node)
        locations.insert(locations.end(), static_cast<std::size_t>(ranks_of_host[node]),
                         RankLocation{"host", static_cast<int>(node)});
    return locations;
}

std::vector<RankPair> pairs_of(const PerRank<RankLocation>& locations, PairClass pair_class, int most,
                               std::uint64_t seed) {
    std::vector<int> all(locations.size());
    std::iota(all.begin(), all.end(), 0);
    return representative_pairs(locations, all, pair_class, most, seed);
}

TEST(RepresentativePairs, LeaveOutTheRanksThatTakeNoPart) {
    const auto locations = hosts_of({1, 1, 1});
    for (const RankPair& pair : representative_pairs(locations, {0, 2}, PairClass::between_hosts, 3, 5))
        EXPECT_TRUE(pair.sender != 1 && pair.receiver != 1);
}

TEST(RepresentativePairs, OfAnEmptyClassAreNone) {
    EXPECT_TRUE(pairs_of(hosts_of({4}), PairClass::between_hosts, 3, 1).empty());
    EXPECT_TRUE(pairs_of(hosts_of({1, 1}), PairClass::same_host, 3, 1).empty());
}

TEST(RepresentativePairs, OfTwoRanksAreBothDirections) {
    EXPECT_EQ(pairs_of(hosts_of({2}), PairClass::same_host, 3, 7).size(), 2U);
    EXPECT_EQ(pairs_of(hosts_of({1, 1}), PairClass::between_hosts, 3, 7).size(), 2U);
}

TEST(RepresentativePairs, OfManyHostsLieOnDifferentOnes) {
    const auto locations = hosts_of(std::vector<int>(10, 8));
    std::set<int> nodes;
    for (const RankPair& pair : pairs_of(locations, PairClass::same_host, 3, 5))
        nodes.insert(locations[pair.sender].node);
    EXPECT_EQ(nodes.size(), 3U);
}

RC_GTEST_PROP(RepresentativePairs, AreOfTheirClassAndNoneTwice, ()) {
    const auto ranks = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 5)));
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const auto locations = hosts_of(ranks);
    for (const auto pair_class : {PairClass::same_host, PairClass::between_hosts}) {
        const auto pairs = pairs_of(locations, pair_class, 3, seed);
        std::set<std::pair<int, int>> different;
        for (const RankPair& pair : pairs) {
            RC_ASSERT(pair.sender != pair.receiver);
            const bool within = locations[pair.sender].node == locations[pair.receiver].node;
            RC_ASSERT(within == (pair_class == PairClass::same_host));
            different.insert({pair.sender, pair.receiver});
        }
        RC_ASSERT(different.size() == pairs.size());
        RC_ASSERT(pairs.size() <= 3U);
        RC_ASSERT(pairs == pairs_of(locations, pair_class, 3, seed));
    }
}

}  // namespace
}  // namespace fabricmap::network_test
