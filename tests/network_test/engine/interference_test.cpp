// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/interference.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::network_test {
namespace {

InterferenceTally tally_of(const std::vector<double>& between_hosts) {
    InterferenceTally tally;
    for (const double ratio : between_hosts) tally.add(PairClass::between_hosts, ratio);
    return tally;
}

TEST(InterferenceTally, GivesTheMedianAndItsInterval) {
    // Of nine samples the interval ends at the first and, from one, at ceil(1 + (9 + 1.96·3)/2) = 9.
    const Interference seen =
        tally_of({1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 1.07, 1.08, 1.30}).of(PairClass::between_hosts);
    EXPECT_NEAR(seen.inflation, 0.05, 1e-12);
    EXPECT_NEAR(seen.low, 0.01, 1e-12);
    EXPECT_NEAR(seen.high, 0.30, 1e-12);
}

TEST(InterferenceTally, KnowsNothingOfAClassWithoutPairs) {
    const InterferenceTally tally = tally_of({1.0, 1.0});
    EXPECT_TRUE(std::isnan(tally.of(PairClass::same_host).inflation));
    EXPECT_FALSE(tally.disturbed());
    EXPECT_FALSE(tally.undecided());
}

TEST(InterferenceTally, IsDisturbedWhereTheUpperEndPassesTheTolerance) {
    EXPECT_FALSE(tally_of(std::vector<double>(12, 1.04)).disturbed());
    EXPECT_EQ(tally_of(std::vector<double>(12, 1.06)).disturbed(), PairClass::between_hosts);
    EXPECT_FALSE(tally_of(std::vector<double>(12, 1.06)).undecided());
    EXPECT_FALSE(tally_of(std::vector<double>(12, 0.80)).disturbed());
}

TEST(InterferenceTally, IsUndecidedWhereTheIntervalHoldsTheTolerance) {
    std::vector<double> ratios(12, 0.92);
    ratios.resize(24, 1.1);
    EXPECT_TRUE(tally_of(ratios).disturbed());
    EXPECT_TRUE(tally_of(ratios).undecided());
}

TEST(InterferenceTally, IsDisturbedWhereSomePairsAreFarSlowerAndNoneIsFarQuicker) {
    std::vector<double> ratios(20, 1.0);
    ratios.resize(24, 2.0);
    // Four heads of four: one in sixteen.
    EXPECT_FALSE(tally_of(ratios).disturbed());
    EXPECT_TRUE(tally_of(ratios).undecided());
    ratios.push_back(1.5);
    EXPECT_EQ(tally_of(ratios).disturbed(), PairClass::between_hosts);
    EXPECT_FALSE(tally_of(ratios).undecided());
    EXPECT_EQ(tally_of(ratios).text(PairClass::between_hosts),
              "take 0 % longer than alone (0 % to 0 %; 5 of 25 over 15 %)");
    // Noise goes both ways.
    ratios.resize(28, 0.7);
    EXPECT_FALSE(tally_of(ratios).disturbed());
}

TEST(InterferenceTally, IsDisturbedWhereManyOfTheFarPairsAreFarSlower) {
    constexpr double tolerated_fraction = 0.25;
    InterferenceTally tally(tolerated_fraction);
    InterferenceTally mixed(tolerated_fraction);
    for (int pair = 0; pair < 48; ++pair) {
        const bool far = pair % 2 == 0;
        const double ratio = pair % 5 == 0 ? 3.0 : 1.0;  // ten of all, five of either half
        mixed.add(PairClass::between_hosts, ratio, far ? 2e-6 : 1e-6);
        tally.add(PairClass::between_hosts, far && pair % 5 < 2 ? 3.0 : 1.0, far ? 2e-6 : 1e-6);
    }
    EXPECT_FALSE(mixed.disturbed());
    EXPECT_EQ(tally.disturbed(), PairClass::between_hosts);
}

TEST(InterferenceTally, IsDisturbedWhereManyPairsAreALittleSlowerAndFewAreQuicker) {
    std::vector<double> ratios(30, 1.0);
    ratios.resize(36, 1.1);
    EXPECT_EQ(tally_of(ratios).disturbed(), PairClass::between_hosts);
    EXPECT_EQ(tally_of(ratios).text(PairClass::between_hosts),
              "take 0 % longer than alone (0 % to 0 %; 6 of 36 over 5 %)");
    ratios.assign(20, 1.0);
    ratios.resize(23, 1.1);
    EXPECT_FALSE(tally_of(ratios).disturbed());
    EXPECT_TRUE(tally_of(ratios).undecided());
    ratios.assign(30, 1.0);
    ratios.resize(36, 1.1);
    ratios.resize(42, 0.91);
    EXPECT_FALSE(tally_of(ratios).disturbed());
    ratios.assign(60, 1.0);
    ratios.resize(66, 1.1);
    EXPECT_FALSE(tally_of(ratios).disturbed());
}

TEST(InterferenceTally, AsksForAsManyTimesFewerPairsAsShareACable) {
    const auto thinning = [](double ratio) {
        return tally_of(std::vector<double>(24, ratio)).thinning(PairClass::between_hosts);
    };
    EXPECT_EQ(thinning(1.2), 2);
    EXPECT_EQ(thinning(3.9), 2);
    EXPECT_EQ(thinning(4.1), 4);
    EXPECT_EQ(thinning(31.0), 16);
}

TEST(InterferenceTally, SaysWhatIsNotKnownWellEnough) {
    std::vector<double> ratios(12, 0.5);
    ratios.resize(24, 30);
    EXPECT_EQ(tally_of(ratios).text(PairClass::between_hosts),
              "take 15 times longer than alone (-50 % to 30 times; 12 of 24 over 15 %), inconclusive");
}

TEST(InterferenceTally, NamesTheClassThatIsDisturbedMost) {
    InterferenceTally tally = tally_of(std::vector<double>(12, 1.2));
    for (int sample = 0; sample < 12; ++sample) tally.add(PairClass::same_host, 1.5);
    EXPECT_EQ(tally.disturbed(), PairClass::same_host);
}

}  // namespace
}  // namespace fabricmap::network_test
