// SPDX-License-Identifier: Apache-2.0
#include "statistics/two_samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <vector>

namespace fabricmap {
namespace {

using Sample = std::vector<float>;

/// Which of the numbers 0, 1, 2, ... are the values by the bits of a mask; the others are references.
struct Parted {
    Sample values;
    Sample references;
};

Parted part(unsigned mask, int count) {
    Parted parted;
    for (int number = 0; number < count; ++number) {
        ((mask >> number & 1U) != 0 ? parted.values : parted.references)
            .push_back(static_cast<float>(number));
    }
    return parted;
}

/// How far the number of pairs in which the value is the larger one lies from its middle.
double unevenness(const Parted& parted) {
    double larger = 0;
    for (const float value : parted.values) {
        for (const float reference : parted.references) larger += value > reference ? 1 : 0;
    }
    return std::abs(larger - static_cast<double>(parted.values.size() * parted.references.size()) / 2);
}

TEST(ShiftBetween, IsTheMiddleOfAllDifferencesByHand) {
    // 1-0, 1-3, 2-0, 2-3, 4-0, 4-3: -2 -1 1 1 2 4.
    EXPECT_FLOAT_EQ(shift_between(Sample{1, 2, 4}, Sample{0, 3}), 1);
    EXPECT_FLOAT_EQ(shift_between(Sample{5}, Sample{3}), 2);
    // Of an even number the mean of the middle two: -1 1 3 5.
    EXPECT_FLOAT_EQ(shift_between(Sample{2, 6}, Sample{1, 3}), 2);
}

TEST(ShiftBetween, FollowsAShiftAndTurnsWithTheSides) {
    std::mt19937 random(4);
    std::normal_distribution<float> normal(0, 1);
    for (int draw = 0; draw < 50; ++draw) {
        Sample values(1 + static_cast<std::size_t>(draw) % 6);
        Sample references(1 + static_cast<std::size_t>(draw) % 5);
        for (float& value : values) value = normal(random);
        for (float& value : references) value = normal(random);
        const float shift = shift_between(values, references);
        EXPECT_NEAR(shift_between(references, values), -shift, 1e-6);
        for (float& value : values) value += 10;
        EXPECT_NEAR(shift_between(values, references), shift + 10, 1e-5);
    }
}

TEST(ShiftBetween, IsNotMovedByASingleStrayRun) {
    EXPECT_NEAR(shift_between(Sample{1.0F, 1.1F, 0.9F, 1.0F, 50.0F}, Sample{0.0F, 0.1F, -0.1F, 0.0F, 0.0F}),
                1, 0.11);
}

TEST(ChanceOfRanks, OfFiveAgainstFiveThatLieApartIsTwoIn252) {
    const Sample high{6, 7, 8, 9, 10};
    const Sample low{1, 2, 3, 4, 5};
    EXPECT_NEAR(chance_of_ranks(high, low), 2.0 / 252, 1e-12);
    EXPECT_NEAR(chance_of_ranks(low, high), 2.0 / 252, 1e-12);
    EXPECT_NEAR(min_chance_of_ranks(5, 5), 2.0 / 252, 1e-12);
}

TEST(ChanceOfRanks, AgreesWithPrintedTables) {
    // Critical values for two sides and 5 %: U = 2 of 5 against 5, U = 1 of 4 against 5 (Siegel, Table J).
    EXPECT_NEAR(chance_of_ranks(Sample{1, 2, 3, 5, 7}, Sample{4, 6, 8, 9, 10}), 14.0 / 252, 1e-12);  // U = 3
    EXPECT_NEAR(chance_of_ranks(Sample{1, 2, 3, 4, 8}, Sample{5, 6, 7, 9, 10}), 14.0 / 252, 1e-12);  // U = 3
    EXPECT_NEAR(chance_of_ranks(Sample{1, 2, 3, 4, 7}, Sample{5, 6, 8, 9, 10}), 8.0 / 252, 1e-12);   // U = 2
    EXPECT_NEAR(chance_of_ranks(Sample{1, 2, 3, 5}, Sample{4, 6, 7, 8, 9}), 4.0 / 126, 1e-12);       // U = 1
}

TEST(ChanceOfRanks, IsTheShareOfAllOrdersThatAreAsUneven) {
    for (int count = 2; count <= 8; ++count) {
        for (unsigned mask = 1; mask + 1 < 1U << count; ++mask) {
            const Parted parted = part(mask, count);
            int all = 0;
            int as_uneven = 0;
            for (unsigned other = 1; other < 1U << count; ++other) {
                if (std::popcount(other) != std::popcount(mask)) continue;
                ++all;
                if (unevenness(part(other, count)) >= unevenness(parted)) ++as_uneven;
            }
            ASSERT_NEAR(chance_of_ranks(parted.values, parted.references),
                        static_cast<double>(as_uneven) / all, 1e-12)
                << mask << " of " << count;
        }
    }
}

TEST(ChanceOfRanks, IsTheSameFromEitherSide) {
    for (unsigned mask = 1; mask + 1 < 1U << 9; ++mask) {
        const Parted parted = part(mask, 9);
        ASSERT_NEAR(chance_of_ranks(parted.values, parted.references),
                    chance_of_ranks(parted.references, parted.values), 1e-12);
    }
}

TEST(ChanceOfRanks, OfEqualValuesIsCertain) {
    EXPECT_EQ(chance_of_ranks(Sample{3, 3, 3}, Sample{3, 3, 3, 3}), 1);
    EXPECT_EQ(chance_of_ranks(Sample{1, 2, 3}, Sample{1, 2, 3}), 1);
}

TEST(ChanceOfRanks, CountsATieAsHalfAPair) {
    // 3 ties 3: 8.5 of 9 pairs, which no order without ties reaches but the one with all nine.
    EXPECT_NEAR(chance_of_ranks(Sample{3, 4, 5}, Sample{1, 2, 3}), 2.0 / 20, 1e-12);
    // Two ties make a whole pair: 8 of 9, which two of 20 orders reach on each side.
    EXPECT_NEAR(chance_of_ranks(Sample{3, 3, 5}, Sample{1, 2, 3}), 4.0 / 20, 1e-12);
}

TEST(ChanceOfRanks, NeverFallsBelowTheLeastForSoMany) {
    for (std::size_t values = 1; values <= 6; ++values) {
        for (std::size_t references = 1; references <= 6; ++references) {
            Sample high(values);
            for (std::size_t place = 0; place < values; ++place)
                high[place] = 100 + static_cast<float>(place);
            Sample low(references);
            for (std::size_t place = 0; place < references; ++place) low[place] = static_cast<float>(place);
            EXPECT_NEAR(chance_of_ranks(high, low), std::min(1.0, min_chance_of_ranks(values, references)),
                        1e-12);
        }
    }
}

}  // namespace
}  // namespace fabricmap
