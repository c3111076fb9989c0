// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/outliers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

constexpr float deviation = 0.01F;

/// Windows of healthy parts about a common centre.
std::vector<Eigen::ArrayXf> healthy(Eigen::Index parts, std::size_t windows, unsigned seed,
                                    float centre = 0) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(centre, deviation);
    std::vector<Eigen::ArrayXf> values(windows, Eigen::ArrayXf(parts));
    for (Eigen::ArrayXf& window : values) {
        for (float& value : window) value = normal(random);
    }
    return values;
}

TEST(Outliers, AreTheFarPartsOnceWhereTheyAreFarthest) {
    auto values = healthy(100, 4, 1, 3);
    values[1](17) = 3.3F;
    values[2](17) = 3.5F;
    values[3](60) = 3.2F;
    const std::vector<Outlier> outliers = find_outliers(values, 0.05F);
    ASSERT_EQ(outliers.size(), 2);
    EXPECT_EQ(outliers[0].part, 17);
    EXPECT_EQ(outliers[0].window, 2);
    EXPECT_NEAR(outliers[0].effect, 0.5, 0.01);
    EXPECT_NEAR(outliers[0].deviation, deviation, deviation / 2);
    EXPECT_NEAR(outliers[0].z, 50, 25);
    EXPECT_LT(outliers[0].chance, 1e-3);
    EXPECT_EQ(outliers[1].part, 60);
    EXPECT_EQ(outliers[1].window, 3);
}

TEST(Outliers, AreNoneBelowTheFloorHoweverSure) {
    auto values = healthy(1000, 1, 2);
    values[0] /= 100;
    values[0](5) = 0.049F;
    EXPECT_TRUE(find_outliers(values, 0.05F).empty());
    values[0](5) = 0.052F;
    EXPECT_EQ(find_outliers(values, 0.05F).size(), 1);
}

TEST(Outliers, AreNoneOfWhatIsFasterThanUsual) {
    auto values = healthy(100, 1, 3);
    values[0](5) = -2;
    EXPECT_TRUE(find_outliers(values, 0.05F).empty());
}

TEST(Outliers, PassOverPartsWithoutAValue) {
    auto values = healthy(50, 2, 4);
    for (Eigen::ArrayXf& window : values) window.head(10) = std::numeric_limits<float>::quiet_NaN();
    values[0](20) = 1;
    const std::vector<Outlier> outliers = find_outliers(values, 0.05F);
    ASSERT_EQ(outliers.size(), 1);
    EXPECT_EQ(outliers.front().part, 20);
    const std::vector<Eigen::ArrayXf> none{
        Eigen::ArrayXf::Constant(5, std::numeric_limits<float>::quiet_NaN())};
    EXPECT_TRUE(find_outliers(none, 0.05F).empty());
}

TEST(Outliers, OfHealthyPartsAreFewerThanOneInTwentyDraws) {
    int draws_with_outliers = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        if (!find_outliers(healthy(400, 8, seed), 0).empty()) ++draws_with_outliers;
    }
    EXPECT_LE(draws_with_outliers, 10);
}

TEST(Outliers, OfHalfOfThePartsAreStillFoundAgainstTheOthers) {
    auto values = healthy(100, 1, 5);
    values[0].head(30) += 1;
    EXPECT_EQ(find_outliers(values, 0.05F).size(), 30);
}

/// How often of 200 draws a part is found that is as far off as that fraction of the smallest outlier.
int found_at(double fraction, Eigen::Index parts) {
    int found = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        auto values = healthy(parts, 4, seed);
        const float smallest = smallest_outlier(values[2], {0.02F}, values.size());
        values[2](static_cast<Eigen::Index>(seed) % parts) += static_cast<float>(fraction) * smallest;
        const auto outliers = find_outliers(values, 0.02F);
        found += outliers.size() == 1 && outliers.front().window == 2 ? 1 : 0;
    }
    return found;
}

TEST(Outliers, AreFoundNineteenTimesOfTwentyWhereTheyAreAsLargeAsStated) {
    for (const Eigen::Index parts : {16, 64, 600}) {
        EXPECT_GE(found_at(1, parts), 180) << parts;
        EXPECT_LE(found_at(0.5, parts), 100) << parts;
    }
    EXPECT_TRUE(std::isnan(smallest_outlier(Eigen::ArrayXf(), {0.02F}, 4)));
}

TEST(Outliers, OfMedianOfManyValuesNeedLessDistance) {
    const auto values = healthy(256, 1, 5);
    EXPECT_LT(smallest_outlier(values[0], {0.001F, 0, 8}, 4), 0.7 * smallest_outlier(values[0], {0.001F}, 4));
}

TEST(Outliers, AmongMoreThanCanBeReadAreTheFarthest) {
    constexpr Eigen::Index parts = 60'000;
    constexpr float cut = 0.06F;
    constexpr std::size_t slow = 4321;
    std::mt19937 random(1);
    std::exponential_distribution<float> heavy(1 / 0.02F);
    std::vector<Eigen::ArrayXf> whole(4, Eigen::ArrayXf(parts));
    for (Eigen::ArrayXf& window : whole) {
        for (float& value : window) value = heavy(random) * (random() % 2 == 0 ? 1.0F : -1.0F);
        window(slow) += 2.3F;
    }
    std::vector<Eigen::ArrayXf> clipped = whole;
    for (Eigen::ArrayXf& window : clipped) window = window.min(cut).max(-cut);
    ASSERT_GT(4 * (clipped[0] > 0.05F).count(), 4096);
    std::size_t reads = 0;
    const auto whole_value = [&](std::size_t part, std::size_t window) {
        ++reads;
        return WholeValue{whole[window](static_cast<Eigen::Index>(part)), 0};
    };
    const std::vector<OutlierLimit> limits(4, OutlierLimit{0.05F});
    const std::vector<Outlier> outliers = find_clipped_outliers(clipped, limits, whole_value);
    EXPECT_LE(reads, 4096U);
    ASSERT_EQ(outliers.size(), 1) << "and none of those that are far by noise";
    EXPECT_EQ(outliers.front().part, slow);
}

}  // namespace
}  // namespace fabricmap::diagnosis
