// SPDX-License-Identifier: Apache-2.0
#include "statistics/segments.hpp"

#include <gtest/gtest.h>

#include <random>

namespace fabricmap {
namespace {

struct Curve {
    std::vector<std::int64_t> lengths;
    std::vector<double> delays;
};

/// 1 µs and 1 ns a byte; from `at` on `jump_s` more and other nanoseconds a byte.
Curve curve(int count, std::int64_t at, double jump_s, double ns_per_byte, double noise, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal(0, 1);
    Curve result;
    for (int k = 0; k < count; ++k) {
        const std::int64_t length = 100 * k;
        const auto bytes = static_cast<double>(length);
        const double delay = length < at ? 1e-6 + 1e-9 * bytes : 1e-6 + jump_s + ns_per_byte * 1e-9 * bytes;
        result.lengths.push_back(length);
        result.delays.push_back(delay * (1 + noise * normal(random)));
    }
    return result;
}

TEST(BreakPoints, OfAStraightLineAreNone) {
    for (unsigned seed = 0; seed < 50; ++seed) {
        const Curve straight = curve(100, 1'000'000, 0, 1, 0.003, seed);
        EXPECT_TRUE(break_points(straight.lengths, straight.delays).empty()) << seed;
    }
}

TEST(BreakPoints, LieWhereTheDelayJumps) {
    for (unsigned seed = 0; seed < 50; ++seed) {
        const Curve jumping = curve(100, 4100, 1e-6, 1, 0.003, seed);
        EXPECT_EQ(break_points(jumping.lengths, jumping.delays), std::vector<std::size_t>{41}) << seed;
    }
}

TEST(BreakPoints, LieNearWhereTheSlopeChanges) {
    const Curve bent = curve(100, 5000, -5e-6, 2, 0.001, 1);
    const auto breaks = break_points(bent.lengths, bent.delays);
    ASSERT_EQ(breaks.size(), 1);
    EXPECT_NEAR(static_cast<double>(breaks[0]), 50, 2);
}

TEST(BreakPoints, AreNotMadeByASingleOutlier) {
    Curve straight = curve(100, 1'000'000, 0, 1, 0.003, 1);
    straight.delays[50] *= 3;
    EXPECT_TRUE(break_points(straight.lengths, straight.delays).empty());
}

TEST(BreakPoints, OfFewOrMissingDelaysAreNone) {
    EXPECT_TRUE(break_points({}, {}).empty());
    const Curve tiny = curve(5, 200, 1e-6, 1, 0, 1);
    EXPECT_TRUE(break_points(tiny.lengths, tiny.delays).empty());
    Curve holed = curve(50, 2000, 1e-6, 1, 0, 1);
    holed.delays[3] = 0;
    EXPECT_TRUE(break_points(holed.lengths, holed.delays).empty());
}

}  // namespace
}  // namespace fabricmap
