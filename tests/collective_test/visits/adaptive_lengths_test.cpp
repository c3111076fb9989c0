// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/adaptive_lengths.hpp"

#include "base/mixing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace fabricmap::collective_test {
namespace {

constexpr LengthBounds bounds{1, std::int64_t{1} << 20};

using Curve = std::function<double(std::int64_t)>;

std::vector<std::int64_t> lengths_of(const Curve& curve, double error = 0) {
    return adaptive_lengths(bounds, 1, [&](std::int64_t length) {
        return std::optional(TimeAtLength{curve(length), error * curve(length)});
    });
}

/// Of a straight line between the lengths, at so many others, the largest error as a fraction.
double largest_error(const Curve& curve, const std::vector<std::int64_t>& lengths, int others) {
    double largest = 0;
    for (int k = 0; k < others; ++k) {
        const auto length = std::llround(std::exp2(20.0 * k / (others - 1)));
        const auto above = std::lower_bound(lengths.begin(), lengths.end(), length);
        if (*above == length) continue;
        const std::int64_t low = *(above - 1);
        const double share = static_cast<double>(length - low) / static_cast<double>(*above - low);
        const double line = curve(low) + share * (curve(*above) - curve(low));
        largest = std::max(largest, std::abs(line / curve(length) - 1));
    }
    return largest;
}

TEST(AdaptiveLengths, ALineTakesAStrideForEachDoubling) {
    const auto lengths = lengths_of([](std::int64_t m) { return 2e-6 + 1e-9 * static_cast<double>(m); });
    EXPECT_EQ(lengths.front(), bounds.first_bytes);
    EXPECT_EQ(lengths.back(), bounds.last_bytes);
    EXPECT_LE(lengths.size(), 23U);
}

TEST(AdaptiveLengths, ABendAndAJumpGetMoreLengthsWhereTheyAre) {
    // A protocol that changes at 4 KiB, and a bandwidth that halves beyond 64 KiB.
    const Curve curve = [](std::int64_t m) {
        const auto bytes = static_cast<double>(m);
        return 2e-6 + 1e-9 * bytes + (m > 4096 ? 5e-6 : 0) + 1e-9 * std::max(bytes - 65536, 0.0);
    };
    const auto lengths = lengths_of(curve);
    EXPECT_LE(lengths.size(), 50U);
    const auto around = std::upper_bound(lengths.begin(), lengths.end(), 4096);
    EXPECT_LE(*around - *(around - 1), 4096 / 512);
    EXPECT_LE(largest_error(curve, lengths, 100), 0.05);
}

TEST(AdaptiveLengths, JumpsAnywhereAreInterpolatedWithinThePrecision) {
    std::size_t largest = 0;
    int wrong = 0;
    for (std::uint64_t jump = 0; jump < 200; ++jump) {
        const auto at = static_cast<std::int64_t>(1000 + mix(jump) % 900'000);
        const Curve curve = [&](std::int64_t m) {
            return (2e-6 + 1e-9 * static_cast<double>(m)) * (m > at ? 1.3 : 1.0);
        };
        const auto lengths = lengths_of(curve);
        largest = std::max(largest, lengths.size());
        wrong += largest_error(curve, lengths, 100) > 0.05 ? 1 : 0;
    }
    EXPECT_LE(largest, 50U);
    // One of 100 lengths may lie in the thousandth in which the jump is.
    EXPECT_LE(wrong, 4);
}

TEST(AdaptiveLengths, NoiseWithinTheErrorAddsNone) {
    const Curve noisy = [](std::int64_t m) {
        const double share = static_cast<double>(mix(static_cast<std::uint64_t>(m)) % 1000) / 1000 - 0.5;
        return (2e-6 + 1e-9 * static_cast<double>(m)) * (1 + 0.3 * share);
    };
    EXPECT_LE(lengths_of(noisy, 0.15).size(), 30U);
    // Without a word of it there is an end nevertheless.
    EXPECT_LE(lengths_of(noisy, 0).size(), 20U * 64U);
}

TEST(AdaptiveLengths, ReductionsHaveWholeDoubles) {
    const auto lengths = adaptive_lengths({8, 4096}, 8, [](std::int64_t m) {
        return std::optional(TimeAtLength{1e-6 + (m > 1000 ? 1e-6 : 0), 0});
    });
    for (const std::int64_t length : lengths) EXPECT_EQ(length % 8, 0) << length;
}

TEST(AdaptiveLengths, EndWhenTheTimeIsUp) {
    int left = 5;
    const auto lengths = adaptive_lengths(bounds, 1, [&](std::int64_t) -> std::optional<TimeAtLength> {
        if (left-- == 0) return std::nullopt;
        return TimeAtLength{1e-6, 0};
    });
    EXPECT_EQ(lengths.size(), 5U);
}

TEST(AdaptiveLengths, OneLengthIsAllThereIs) {
    const auto lengths = adaptive_lengths({64, 64}, 1, [](std::int64_t) {
        return std::optional(TimeAtLength{1e-6, 0});
    });
    EXPECT_EQ(lengths, std::vector<std::int64_t>{64});
}

}  // namespace
}  // namespace fabricmap::collective_test
