// SPDX-License-Identifier: Apache-2.0
#include "statistics/binomial.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap {
namespace {

/// The tail itself, term by term.
double chance_of_at_least(int some, int all, double probability) {
    double sum = 0;
    for (int k = some; k <= all; ++k) {
        sum += std::exp(std::lgamma(all + 1) - std::lgamma(k + 1) - std::lgamma(all - k + 1) +
                        k * std::log(probability) + (all - k) * std::log1p(-probability));
    }
    return sum;
}

TEST(BinomialSurprise, BoundsTheChanceOfSoManySuccessesAndIsNearIt) {
    for (const double probability : {0.001, 0.02, 0.3}) {
        for (const int all : {50, 400, 3000}) {
            for (const double times : {1.5, 3.0}) {
                const int some = static_cast<int>(std::ceil(times * probability * all)) + 1;
                const double bound = std::exp(-binomial_surprise(some, all, probability));
                const double chance = chance_of_at_least(some, all, probability);
                EXPECT_GE(bound, chance) << some << " of " << all;
                // The bound lacks a factor of about the square root of 2 pi and the successes.
                EXPECT_LE(bound, chance * 4 * std::sqrt(some) + 1e-12) << some << " of " << all;
            }
        }
    }
}

TEST(BinomialSurprise, IsNoneWhereNoMoreSucceedThanExpected) {
    EXPECT_EQ(binomial_surprise(2, 200, 0.01), 0);
    EXPECT_EQ(binomial_surprise(0, 0, 0.01), 0);
    EXPECT_GT(binomial_surprise(3, 200, 0.01), 0);
}

TEST(BinomialSurprise, OfAllSuccessesIsTheLogarithmOfThatChance) {
    EXPECT_NEAR(binomial_surprise(5, 5, 0.1), 5 * std::log(10), 1e-12);
}

TEST(TriesToSurprise, AreThoseAfterWhichTheFractionSurprises) {
    const double tries = tries_to_surprise(0.01, 0.0005, std::log(1e4));
    EXPECT_NEAR(binomial_surprise(0.01 * tries, tries, 0.0005), std::log(1e4), 1e-9);
    // To tell 1 % from next to nothing takes some hundreds.
    EXPECT_GT(tries, 200);
    EXPECT_LT(tries, 900);
    EXPECT_TRUE(std::isinf(tries_to_surprise(0.01, 0.01, 1)));
}

}  // namespace
}  // namespace fabricmap
