// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/noise.hpp"

#include "base/mixing.hpp"
#include "statistics/random.hpp"

#include <gtest/gtest.h>

namespace fabricmap::diagnosis {
namespace {

/// Normal values about a centre, the same every time.
void add_normal(std::vector<float>& values, std::uint64_t& state, int count, double centre,
                double deviation) {
    for (int at = 0; at < count; ++at) {
        state = mix(state);
        values.push_back(static_cast<float>(centre + deviation * normal_quantile(uniform(state))));
    }
}

TEST(Noise, IsAboutThatOfTheBulkWhereFaultsLieAboveIt) {
    std::uint64_t state = 1;
    std::vector<float> values;
    add_normal(values, state, 1200, 0, 0.02);
    add_normal(values, state, 800, 0.7, 0.02);
    std::vector<float> again = values;
    EXPECT_NEAR(spread_of(values).centre, 0, 0.01);
    // Two fifths of all are two thirds of those.
    EXPECT_LT(spread_of(values).deviation, 0.05);
    EXPECT_LT(noise_of(again), 0.05);
}

TEST(Noise, HasItsCentreInTheLowerModeWhereHalfOfTheValuesAreSlow) {
    std::uint64_t state = 2;
    std::vector<float> values;
    add_normal(values, state, 500, 0, 0.02);
    add_normal(values, state, 520, 0.4, 0.01);
    EXPECT_NEAR(healthy_centre_of(values), 0, 0.005);
}

TEST(Noise, HasTheMedianForItsCentreWhereAllAreAlike) {
    std::uint64_t state = 3;
    std::vector<float> values;
    add_normal(values, state, 4000, -13.4, 0.03);
    EXPECT_NEAR(healthy_centre_of(values), -13.4, 0.003);
}

TEST(Noise, IsWidenedByAHeavyLowerTailButNotByAMode) {
    std::uint64_t state = 4;
    std::vector<float> values;
    add_normal(values, state, 4000, 0, 0.02);
    const float plain = noise_of(values);
    add_normal(values, state, 120, 0, 0.1);
    EXPECT_GT(noise_of(values), 1.2F * plain);
    add_normal(values, state, 400, -1, 0.02);
    EXPECT_LT(noise_of(values), 2.5F * plain);
}

/// As of six hosts, of each of which the middle of five values is what it adds.
TEST(Noise, IsNotHiddenByValuesThatWereFitted) {
    std::uint64_t state = 5;
    std::vector<float> values(12, 0.0F);
    add_normal(values, state, 18, 0, 0.02);
    std::vector<float> again = values;
    EXPECT_LT(noise_of(again), 0.01F);
    EXPECT_GT(noise_of(values, 0.4), 0.015F);
}

TEST(Noise, OfOneValueIsTheSmallestThatCounts) {
    std::vector<float> values{0.5F};
    EXPECT_FLOAT_EQ(healthy_centre_of(values), 0.5F);
    EXPECT_GT(noise_of(values), 0);
}

}  // namespace
}  // namespace fabricmap::diagnosis
