// SPDX-License-Identifier: Apache-2.0
#include "base/mixing.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace fabricmap {
namespace {

// The outputs of SplitMix64 with seed 0, as published with it; its state moves on by the golden ratio.
TEST(Mix, IsTheFunctionOfSplitMix64) {
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;
    EXPECT_EQ(mix(0), 0xe220a8397b1dcdafU);
    EXPECT_EQ(mix(golden), 0x6e789e6aa1b965f4U);
    EXPECT_EQ(mix(2 * golden), 0x06c45d188009454fU);
}

TEST(Mix, OfTwoNumbersDependsOnTheirOrder) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t first = 0; first < 100; ++first) {
        for (std::uint64_t second = 0; second < 100; ++second) seen.insert(mix(first, second));
    }
    EXPECT_EQ(seen.size(), 10'000U);
}

TEST(DrawBelow, HitsEveryNumberBelowTheBoundAboutEquallyOften) {
    constexpr int draws = 6000;
    std::uint64_t state = 42;
    std::array<int, 6> hits{};
    for (int draw = 0; draw < draws; ++draw) ++hits.at(draw_below(state, hits.size()));
    // 1000 expected; five standard deviations are 144.
    for (const int count : hits) EXPECT_NEAR(count, 1000, 144);
}

TEST(Shuffle, DrawsFromTheLastPlaceToTheFirst) {
    // By hand: the state after each draw tells which of the items left goes to the end.
    std::vector<int> items{0, 1, 2};
    std::vector<int> expected = items;
    std::uint64_t state = 7;
    std::uint64_t expected_state = 7;
    std::swap(expected[2], expected[draw_below(expected_state, 3)]);
    std::swap(expected[1], expected[draw_below(expected_state, 2)]);
    shuffle(std::span(items), state);
    EXPECT_EQ(items, expected);
    EXPECT_EQ(state, expected_state);
}

TEST(Shuffle, GivesEveryOrderAboutEquallyOften) {
    constexpr int shuffles = 6000;
    std::uint64_t state = 42;
    std::map<std::vector<int>, int> hits;
    for (int time = 0; time < shuffles; ++time) {
        std::vector<int> items{0, 1, 2};
        shuffle(std::span(items), state);
        ++hits[items];
    }
    EXPECT_EQ(hits.size(), 6U);
    // 1000 expected; five standard deviations are 144.
    for (const auto& [order, count] : hits) EXPECT_NEAR(count, 1000, 144);
}

TEST(Shuffle, LeavesNothingAndASingleItemAlone) {
    std::uint64_t state = 1;
    std::vector<int> items{5};
    shuffle(std::span(items).first(0), state);
    shuffle(std::span(items), state);
    EXPECT_EQ(items, std::vector<int>{5});
    EXPECT_EQ(state, 1U);
}

TEST(Drawn, IsOneOfSoManyInARow) {
    for (const std::uint64_t share : {1U, 2U, 5U, 64U}) {
        std::vector<std::uint64_t> visited;
        visit_drawn(10 * share, share, [&](std::uint64_t number) { visited.push_back(number); });
        ASSERT_EQ(visited.size(), 10U);
        for (std::uint64_t part = 0; part < 10; ++part) EXPECT_EQ(visited[part] / share, part);
        for (std::uint64_t number = 0; number < 10 * share; ++number)
            EXPECT_EQ(is_drawn(number, share), visited[number / share] == number);
    }
}

TEST(Drawn, MeetsTheDiagonalOfAMatrixNoOftenerThanOtherCells) {
    for (const std::uint64_t ranks : {64U, 1000U, 4096U}) {
        for (const std::uint64_t share : {ranks - 1, ranks, ranks + 1}) {
            std::uint64_t on_diagonal = 0;
            visit_drawn(ranks * ranks, share,
                        [&](std::uint64_t cell) { on_diagonal += cell % (ranks + 1) == 0 ? 1 : 0; });
            EXPECT_LE(on_diagonal, 8U) << ranks << " ranks, one of " << share;
        }
    }
}

}  // namespace
}  // namespace fabricmap
