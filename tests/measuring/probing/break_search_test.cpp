// SPDX-License-Identifier: Apache-2.0
#include "measuring/probing/break_search.hpp"

#include "measuring/probing/coarse_grid.hpp"
#include "planted_curve.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace fabricmap {
namespace {

using Lengths = std::vector<std::int64_t>;
using Piece = PlantedCurve::Piece;

constexpr double latency_s = 1e-6;
constexpr double s_per_byte = 1e-10;
constexpr Piece plain{0, latency_s, s_per_byte};
const Lengths grid = coarse_grid({1, std::int64_t{4} << 20});

/// What halving a gap of the grid around the length takes at most.
std::size_t halvings_around(std::int64_t last_before) {
    const auto after = std::upper_bound(grid.begin(), grid.end(), last_before);
    std::size_t halvings = 0;
    for (std::int64_t width = *after - *std::prev(after); width > 1; width = (width + 1) / 2) ++halvings;
    return halvings;
}

TEST(FindBreaks, NothingJumpsOnAStraightCurve) {
    const BreakSearch search = PlantedCurve({plain}, 0, 1).search(grid);
    EXPECT_EQ(last_before(search), Lengths{});
    EXPECT_EQ(search.probed, Lengths{});
}

TEST(FindBreaks, ASlopeThatChangesIsNoJump) {
    const double bend = 10'000;
    const Piece steeper{10'000, latency_s - bend * 2 * s_per_byte, 3 * s_per_byte};
    EXPECT_EQ(last_before(PlantedCurve({plain, steeper}, 0, 1).search(grid)), Lengths{});
}

TEST(FindBreaks, TheStepAndTheFactorAreThePlantedOnes) {
    const BreakSearch search =
        PlantedCurve({plain, {5001, latency_s + 0.75e-6, s_per_byte}}, 0, 1).search(grid);
    ASSERT_EQ(last_before(search), Lengths{5000});
    EXPECT_NEAR(search.breaks[0].step_s, 0.75e-6, 1e-9);
    EXPECT_NEAR(search.breaks[0].factor, 1.5, 1e-3);
}

RC_GTEST_PROP(FindBreaks, WithoutNoiseEveryJumpIsFoundToTheByteByHalvingAlone, ()) {
    const auto before = *rc::gen::inRange<std::int64_t>(1, 1 << 20);
    const double share = *rc::gen::elementOf(std::vector<double>{-0.4, -0.2, 0.2, 0.5, 3});
    PlantedCurve curve({plain}, 0, 1);
    const double step_s = share * curve.delay_s(before);
    curve = PlantedCurve({plain, {before + 1, latency_s + step_s, s_per_byte}}, 0, 1);
    const BreakSearch search = curve.search(grid);
    RC_ASSERT(last_before(search) == Lengths{before});
    RC_ASSERT(search.probed.size() <= halvings_around(before));
}

TEST(FindBreaks, JumpsOnPointsOfTheGridTakeNoLengthMore) {
    for (const int before : {255, 256, 4095, 4096, 65535, 65536}) {
        const auto search =
            PlantedCurve(
                {plain, {before + 1, 2 * latency_s + static_cast<double>(before) * s_per_byte, s_per_byte}},
                0, 1)
                .search(grid);
        EXPECT_EQ(last_before(search), Lengths{before});
        EXPECT_EQ(search.probed, Lengths{}) << before;
    }
    const auto before_no_power = PlantedCurve({plain, {6145, 3e-6, s_per_byte}}, 0, 1).search(grid);
    EXPECT_EQ(last_before(before_no_power), Lengths{6144});
}

TEST(FindBreaks, SeveralJumpsOfOneGapAreDistinguished) {
    const Piece first{8500, 2 * latency_s, s_per_byte};
    const Piece second{8600, 3 * latency_s, s_per_byte};
    const Piece third{12'000, 4 * latency_s, s_per_byte};
    EXPECT_EQ(last_before(PlantedCurve({plain, first, second, third}, 0, 1).search(grid)),
              (Lengths{8499, 8599, 11'999}));
}

TEST(FindBreaks, EqualJumpsInBothHalvesOfAGapAreFoundThough) {
    const Piece first{9001, 2 * latency_s, s_per_byte};
    const Piece second{11'001, 3 * latency_s, s_per_byte};
    EXPECT_EQ(last_before(PlantedCurve({plain, first, second}, 0, 1).search(grid)), (Lengths{9000, 11'000}));
}

TEST(FindBreaks, UpwardsAndDownwardsInOneGapAreBothFound) {
    const Piece up{9001, 3 * latency_s, s_per_byte};
    const Piece down{10'001, 1.5 * latency_s, s_per_byte};
    EXPECT_EQ(last_before(PlantedCurve({plain, up, down}, 0, 1).search(grid)), (Lengths{9000, 10'000}));
}

TEST(FindBreaks, JumpsInGapsNextToEachOtherDoNotHideEachOther) {
    const Piece first{5001, 2 * latency_s, s_per_byte};
    const Piece second{7001, 3.2 * latency_s, s_per_byte};
    const Piece third{10'001, 5 * latency_s, s_per_byte};
    EXPECT_EQ(last_before(PlantedCurve({plain, first, second, third}, 0, 1).search(grid)),
              (Lengths{5000, 7000, 10'000}));
}

TEST(FindBreaks, BetweenTwoLengthsAloneAreFoundToo) {
    EXPECT_EQ(last_before(PlantedCurve({plain, {4041, 1.2e-6, s_per_byte}}, 0, 1).search({4000, 4095})),
              Lengths{4040});
}

TEST(FindBreaks, WhatTheClockCannotResolveIsNoJump) {
    PlantedCurve curve({{0, 100e-9, 0}, {1001, 120e-9, 0}}, 0, 1);
    EXPECT_EQ(last_before(curve.search(grid, {.min_step_s = 40e-9})), Lengths{});
    EXPECT_EQ(last_before(curve.search(grid, {.min_step_s = 4e-9})), Lengths{1000});
}

// Over 300 tries no planted jump was missed, and one straight curve got a jump.
constexpr std::size_t tries = 30;

TEST(FindBreaksInNoise, OfFivePercentFindHardlyEverOneOnAStraightCurve) {
    std::size_t found = 0;
    for (std::size_t seed = 0; seed < tries; ++seed)
        found += PlantedCurve({plain}, 0.05, seed).search(grid).breaks.size();
    EXPECT_LE(found, 1U);
}

struct Planted {
    std::int64_t last_before;
    double factor;
};

class FindBreaksInNoise : public ::testing::TestWithParam<Planted> {};

TEST_P(FindBreaksInNoise, OfFivePercentHitTheByteInNineTriesOfTen) {
    const auto [before, factor] = GetParam();
    const double step_s = PlantedCurve({plain}, 0, 0).delay_s(before) * (factor - 1);
    const std::vector<Piece> pieces{plain, {before + 1, latency_s + step_s, s_per_byte}};
    std::size_t hits = 0;
    std::size_t false_ones = 0;
    std::size_t probed = 0;
    for (std::size_t seed = 0; seed < tries; ++seed) {
        const BreakSearch search = PlantedCurve(pieces, 0.05, seed).search(grid);
        const auto found = last_before(search);
        const bool hit = std::find(found.begin(), found.end(), before) != found.end();
        hits += hit ? 1U : 0U;
        false_ones += found.size() - (hit ? 1U : 0U);
        probed += search.probed.size();
    }
    EXPECT_GE(10 * hits, 9 * tries);
    EXPECT_LE(false_ones, 1U);
    // Beside the halvings a few gaps are looked into in vain.
    EXPECT_LE(probed, (halvings_around(before) + 4) * tries);
}

INSTANTIATE_TEST_SUITE_P(Of, FindBreaksInNoise,
                         ::testing::Values(Planted{4040, 0.8}, Planted{9944, 0.55}, Planted{33'277, 0.4},
                                           Planted{12'000, 1.25}, Planted{4096, 1.25}, Planted{700, 2}),
                         [](const auto& planted) {
                             return "AfterByte" + std::to_string(planted.param.last_before);
                         });

}  // namespace
}  // namespace fabricmap
