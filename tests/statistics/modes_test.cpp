// SPDX-License-Identifier: Apache-2.0
#include "statistics/modes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace fabricmap {
namespace {

struct Heap {
    double centre;
    double deviation;
    int values;
};

std::vector<double> heaps(const std::vector<Heap>& planted, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<double> values;
    for (const Heap& heap : planted) {
        std::normal_distribution<double> normal(heap.centre, heap.deviation);
        for (int i = 0; i < heap.values; ++i) values.push_back(normal(random));
    }
    std::sort(values.begin(), values.end());
    return values;
}

std::size_t count(const std::vector<double>& values, double deviation, std::size_t least = 8) {
    return find_modes(values, deviation, least).size();
}

TEST(Modes, OneHeapIsNotTakenApart) {
    for (unsigned seed = 0; seed < 50; ++seed) {
        for (const int size : {10, 100, 1000, 30'000}) {
            EXPECT_EQ(count(heaps({{0, 1, size}}, seed), 1), 1) << seed << " " << size;
        }
    }
}

TEST(Modes, AHeapWiderThanItsNoiseIsOne) {
    // Pairs of one class that differ a little for good: five times as wide as the noise.
    for (unsigned seed = 0; seed < 50; ++seed) EXPECT_EQ(count(heaps({{0, 5, 20'000}}, seed), 1), 1) << seed;
}

TEST(Modes, HeapsEightDeviationsApartAreReported) {
    for (unsigned seed = 0; seed < 50; ++seed) {
        const auto values = heaps({{0, 1, 500}, {8, 1, 20'000}, {16, 1, 100}, {50, 1, 3000}}, seed);
        const auto modes = find_modes(values, 1, 8);
        ASSERT_EQ(modes.size(), 4) << seed;
        EXPECT_NEAR(static_cast<double>(modes[0].end), 500, 15) << seed;
        EXPECT_NEAR(static_cast<double>(modes[1].end - modes[1].begin), 20'000, 30) << seed;
        EXPECT_EQ(modes[3].end, values.size());
    }
}

TEST(Modes, OfFewValuesAreParted) {
    // Four ranks on two hosts: four pairs within, eight between, forty percent apart with noise of one
    // percent.
    const auto values = heaps({{0, 0.01, 4}, {0.4, 0.01, 8}}, 1);
    const auto modes = find_modes(values, 0.01, 1);
    ASSERT_EQ(modes.size(), 2);
    EXPECT_EQ(modes[0].end, 4);
}

TEST(Modes, TooSmallAHeapIsNone) {
    const auto values = heaps({{0, 1, 1000}, {100, 1, 5}}, 1);
    EXPECT_EQ(count(values, 1, 8), 1);
    EXPECT_EQ(count(values, 1, 4), 2);
}

TEST(Modes, OfEqualValuesIsOne) {
    EXPECT_EQ(count(std::vector<double>(100, -13.5), 1e-4), 1);
    EXPECT_EQ(count({}, 1e-4), 0);
}

}  // namespace
}  // namespace fabricmap
