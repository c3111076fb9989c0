// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace fabricmap::network_test {
namespace {

class RoundSampleOf : public ::testing::TestWithParam<std::int64_t> {
  protected:
    RoundSampleOf() {
        for (int rank = 0; rank < 64; ++rank)
            locations_.push_back({"h" + std::to_string(rank / 8), rank / 8});
        endpoints_.resize(locations_.size());
        std::iota(endpoints_.begin(), endpoints_.end(), 0);
    }

    PerRank<RankLocation> locations_;
    std::vector<int> endpoints_;
};

TEST_P(RoundSampleOf, HasAsManyPairsOfEachClassAsAskedForAndAllAreThere) {
    const RoundPlan plan(endpoints_, locations_, {.active_per_node = GetParam(), .sample = {}, .seed = 4});
    RoundSample sample(plan, locations_, Shuffle(plan.positions(), 11));
    std::array<int, 2> counts{};
    std::set<std::int64_t> positions;
    for (const int wanted : {12, 24}) {
        for (const SampledPosition& entry : sample.next(12)) {
            EXPECT_TRUE(positions.insert(entry.position).second) << "drawn twice";
            const auto there = plan.pairs(entry.position);
            for (const RankPair& pair : entry.pairs) {
                EXPECT_NE(std::find(there.begin(), there.end(), pair), there.end());
                ++counts[static_cast<std::size_t>(class_of(pair, locations_))];
            }
        }
        EXPECT_EQ(counts[0], wanted);
        EXPECT_EQ(counts[1], wanted);
    }
}

INSTANTIATE_TEST_SUITE_P(ActivePerNode, RoundSampleOf, ::testing::Values(1, 3, 8),
                         [](const auto& active) { return std::to_string(active.param); });

TEST(RoundSample, ContinuesWhereHostsHaveOneRank) {
    PerRank<RankLocation> locations;
    for (int rank = 0; rank < 64; ++rank) locations.push_back({"h" + std::to_string(rank), rank});
    std::vector<int> endpoints(locations.size());
    std::iota(endpoints.begin(), endpoints.end(), 0);
    const RoundPlan plan(endpoints, locations, {});
    RoundSample sample(plan, locations, Shuffle(plan.positions(), 11));
    for (int turn = 0; turn < 2; ++turn) {
        std::size_t pairs = 0;
        for (const SampledPosition& entry : sample.next(12)) pairs += entry.pairs.size();
        EXPECT_EQ(pairs, 12U);
    }
}

TEST(RoundSample, EndsWhereThereAreNoFurtherPairs) {
    const PerRank<RankLocation> locations{{"a", 0}, {"b", 1}, {"c", 2}};
    const std::vector<int> endpoints{0, 1, 2};
    const RoundPlan plan(endpoints, locations, {});
    RoundSample sample(plan, locations, Shuffle(plan.positions(), 0));
    EXPECT_EQ(sample.next(12).size(), 3);
    EXPECT_TRUE(sample.next(12).empty());
}

}  // namespace
}  // namespace fabricmap::network_test
