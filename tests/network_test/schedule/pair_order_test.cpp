// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/pair_order.hpp"

#include "tests/network_test/rank_pairs.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace fabricmap::network_test {
namespace {

using testing::rank_pair;
using testing::rank_pairs;

std::vector<std::int64_t> all_numbers(const Shuffle& shuffle) {
    std::vector<std::int64_t> numbers;
    for (std::int64_t position = 0; position < shuffle.size(); ++position) {
        numbers.push_back(shuffle.at(position));
    }
    return numbers;
}

RC_GTEST_PROP(Shuffle, HoldsEveryNumberOnceForAnySizeAndKey, ()) {
    const Shuffle shuffle(*rc::gen::inRange<std::int64_t>(1, 3000), *rc::gen::arbitrary<std::uint64_t>());
    std::set<std::int64_t> seen;
    for (const std::int64_t number : all_numbers(shuffle)) {
        RC_ASSERT(number >= 0);
        RC_ASSERT(number < shuffle.size());
        RC_ASSERT(seen.insert(number).second);
    }
}

RC_GTEST_PROP(Shuffle, IsTheSameOnEveryCall, ()) {
    const auto size = *rc::gen::inRange<std::int64_t>(1, 500);
    const auto key = *rc::gen::arbitrary<std::uint64_t>();
    RC_ASSERT(all_numbers(Shuffle(size, key)) == all_numbers(Shuffle(size, key)));
}

TEST(Shuffle, OtherKeysGiveOtherOrders) {
    std::set<std::vector<std::int64_t>> orders;
    for (std::uint64_t key = 0; key < 100; ++key) orders.insert(all_numbers(Shuffle(50, key)));
    EXPECT_EQ(orders.size(), 100U);
}

// Twenty thousand ranks have 4·10⁸ pairs: whoever kept them in a list would need gigabytes a rank.
TEST(Shuffle, ItsMemoryDoesNotGrowWithTheSize) {
    static_assert(sizeof(Shuffle) <= 32 && std::is_trivially_copyable_v<Shuffle>);
    const std::int64_t pairs = pair_count(20'000);
    const Shuffle shuffle(pairs, 7);
    for (const std::int64_t position : {std::int64_t{0}, pairs / 2, pairs - 1}) {
        EXPECT_GE(shuffle.at(position), 0);
        EXPECT_LT(shuffle.at(position), pairs);
    }
}

TEST(Shuffle, NoneLeavesEveryNumberWhereItIs) {
    EXPECT_EQ(all_numbers(Shuffle::none(5)), (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
}

TEST(PairNumbered, GoesRowByRowWithoutTheDiagonal) {
    const std::vector<RankPair> expected = rank_pairs({{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}});
    for (std::size_t index = 0; index < expected.size(); ++index) {
        EXPECT_EQ(pair_numbered<RankIndex>(static_cast<std::int64_t>(index), 3), expected[index]) << index;
    }
}

RC_GTEST_PROP(PairOrder, HoldsEveryOrderedPairOnce, ()) {
    const int ranks = *rc::gen::inRange(2, 40);
    const Shuffle shuffle(pair_count(ranks), *rc::gen::arbitrary<std::uint64_t>());
    std::vector<int> endpoints(static_cast<std::size_t>(ranks));
    std::iota(endpoints.begin(), endpoints.end(), 0);
    const PairOrder order(endpoints, shuffle);
    std::set<std::pair<int, int>> seen;
    for (std::int64_t position = 0; position < order.size(); ++position) {
        const RankPair pair = order.at(position);
        RC_ASSERT(pair.sender != pair.receiver);
        RC_ASSERT(pair.sender >= 0 && pair.sender < ranks);
        RC_ASSERT(pair.receiver >= 0 && pair.receiver < ranks);
        RC_ASSERT(seen.emplace(pair.sender, pair.receiver).second);
    }
    RC_ASSERT(std::ssize(seen) == std::int64_t{ranks} * (ranks - 1));
}

TEST(PairOrder, HoldsThePairsOfItsEndpointsOnly) {
    const std::vector<int> endpoints{2, 5, 9};
    const PairOrder order(endpoints, Shuffle::none(6));
    EXPECT_EQ(order.at(0), rank_pair(2, 5));
    EXPECT_EQ(order.at(3), rank_pair(5, 9));
}

TEST(Shuffle, BeginsAlikeInAnExcerpt) {
    const Shuffle whole(100, 7);
    const Shuffle part = whole.first(10);
    EXPECT_EQ(part.size(), 10);
    for (std::int64_t position = 0; position < 10; ++position)
        EXPECT_EQ(part.at(position), whole.at(position));
}

}  // namespace
}  // namespace fabricmap::network_test
