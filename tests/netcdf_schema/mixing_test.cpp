// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/mixing.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

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

}  // namespace
}  // namespace fabricmap
