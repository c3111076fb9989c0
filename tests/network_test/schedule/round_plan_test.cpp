// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/round_plan.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace fabricmap::network_test {
namespace {

PerRank<RankLocation> rank_locations_of(int hosts, int ranks_per_host) {
    PerRank<RankLocation> locations;
    for (int host = 0; host < hosts; ++host) {
        for (int rank = 0; rank < ranks_per_host; ++rank)
            locations.push_back({"h" + std::to_string(host), host});
    }
    return locations;
}

std::vector<int> all_endpoints(const PerRank<RankLocation>& locations) {
    std::vector<int> endpoints(locations.size());
    std::iota(endpoints.begin(), endpoints.end(), 0);
    return endpoints;
}

std::int64_t max_ranks_of_a_host(const std::vector<RankPair>& pairs, const PerRank<RankLocation>& locations) {
    std::map<int, std::int64_t> active;
    std::int64_t most = 0;
    for (const RankPair& pair : pairs) {
        for (const RankIndex rank : {pair.sender, pair.receiver})
            most = std::max(most, ++active[locations[rank].node]);
    }
    return most;
}

RC_GTEST_PROP(RoundPlan, HoldsEveryPairOnceHoweverThinItIs, ()) {
    const auto locations = rank_locations_of(*rc::gen::inRange(1, 9), *rc::gen::inRange(1, 7));
    RC_PRE(locations.size() > 1);
    const std::vector<int> endpoints = all_endpoints(locations);
    RoundPlan plan(endpoints, locations,
                   {.active_per_node = *rc::gen::inRange(1, 8), .sample = {}, .seed = 7});
    for (int times = *rc::gen::inRange(0, 5); times > 0; --times) plan.thin(2);
    std::set<std::pair<int, int>> seen;
    for (std::int64_t position = 0; position < plan.positions(); ++position) {
        const std::vector<RankPair> pairs = plan.pairs(position);
        RC_ASSERT(std::ssize(pairs) <= plan.pairs_at_once());
        for (const RankPair& pair : pairs) RC_ASSERT(seen.emplace(pair.sender, pair.receiver).second);
    }
    const auto ranks = std::ssize(locations);
    RC_ASSERT(std::ssize(seen) == ranks * (ranks - 1) / 2);
}

TEST(RoundPlan, ThinnedHalvesTheActiveRanksOfAHostBeforeTheHostsThatTalk) {
    const auto locations = rank_locations_of(4, 8);
    const std::vector<int> endpoints = all_endpoints(locations);
    RoundPlan plan(endpoints, locations, {.active_per_node = 4, .sample = {}, .seed = 1});
    EXPECT_EQ(max_ranks_of_a_host(plan.pairs(0), locations), 4);
    plan.thin(2);
    const std::vector<RankPair> pairs = plan.pairs(0);
    EXPECT_EQ(max_ranks_of_a_host(pairs, locations), 2);
    EXPECT_EQ(pairs.size(), 4);
}

TEST(RoundPlan, KnowsHowManyClassesOfPairsThereAre) {
    const auto classes = [](int hosts, int ranks_per_host) {
        const auto locations = rank_locations_of(hosts, ranks_per_host);
        const std::vector<int> endpoints = all_endpoints(locations);
        return RoundPlan(endpoints, locations, {}).classes();
    };
    EXPECT_EQ(classes(1, 4), 1);
    EXPECT_EQ(classes(4, 1), 1);
    EXPECT_EQ(classes(2, 2), 2);
}

TEST(RoundPlan, OfASampleHasThatManyRoundsAndTheyAreDrawnFromTheSeed) {
    const auto locations = rank_locations_of(64, 1);
    const std::vector<int> endpoints = all_endpoints(locations);
    const auto first_partner = [&](std::uint64_t seed) {
        return RoundPlan(endpoints, locations,
                         {.active_per_node = 1, .sample = {.fraction = 1, .rounds = 5}, .seed = seed})
            .partner(0, RankIndex{0});
    };
    const RoundPlan plan(endpoints, locations,
                         {.active_per_node = 1, .sample = {.fraction = 1, .rounds = 5}, .seed = 3});
    EXPECT_EQ(plan.positions(), 5);
    EXPECT_EQ(plan.all_rounds(), 63);
    EXPECT_EQ(first_partner(3), plan.partner(0, RankIndex{0}));
    std::set<std::optional<RankIndex>> partners;
    for (std::uint64_t seed = 0; seed < 20; ++seed) partners.insert(first_partner(seed));
    EXPECT_GT(partners.size(), 5);
}

TEST(RoundPlan, SpeaksOfTheRanksThatTakePart) {
    const auto locations = rank_locations_of(5, 1);
    const std::vector<int> endpoints{0, 3, 4};
    const RoundPlan plan(endpoints, locations, {});
    std::set<std::pair<int, int>> seen;
    for (std::int64_t position = 0; position < plan.positions(); ++position) {
        for (const RankPair& pair : plan.pairs(position)) seen.emplace(pair.sender, pair.receiver);
        EXPECT_FALSE(plan.partner(position, RankIndex{1}));
    }
    EXPECT_EQ(seen, (std::set<std::pair<int, int>>{{0, 3}, {0, 4}, {3, 4}}));
}

}  // namespace
}  // namespace fabricmap::network_test
