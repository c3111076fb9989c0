// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/thresholds/thresholds.hpp"

#include "tests/diagnosis/judging.hpp"

#include <algorithm>
#include <limits>
#include <random>

namespace fabricmap::diagnosis {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::int64_t step = 256;
constexpr int length_count = 128;

/// A protocol: what an empty message takes, and each byte, from a length on.
struct Protocol {
    std::int64_t from_bytes = 0;
    double latency_s = 2e-6;
    double per_byte_s = 1e-10;
};

std::vector<std::int64_t> all_lengths() {
    std::vector<std::int64_t> all;
    for (int k = 0; k < length_count; ++k) all.push_back(step * k);
    return all;
}

/// The curve of those protocols, each value a little off.
ClassCurve curve(const std::vector<Protocol>& protocols, double noise = 0.002, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal(0, 1);
    ClassCurve result{"between hosts", true, 1000, {}};
    for (const std::int64_t length : all_lengths()) {
        Protocol used;
        for (const Protocol& protocol : protocols) {
            if (length >= protocol.from_bytes) used = protocol;
        }
        const double delay = used.latency_s + used.per_byte_s * static_cast<double>(length);
        result.median_s.push_back(delay * (1 + noise * normal(random)));
    }
    return result;
}

ClassCurve named(ClassCurve other, const std::string& name) {
    other.name = name;
    return other;
}

class Setting : public ::testing::TestWithParam<std::int64_t> {};

TEST_P(Setting, IsFoundInItsIntervalWhetherTheDelayRisesOrFalls) {
    const std::int64_t at = GetParam();
    for (const double jump_s : {1e-6, -4e-7}) {
        for (unsigned seed = 0; seed < 10; ++seed) {
            const ClassCurve jumping = curve({{}, {at, 2e-6 + jump_s, 1e-10}}, 0.005, seed);
            const auto found = find_thresholds(all_lengths(), {jumping});
            ASSERT_THAT(found.thresholds, SizeIs(1)) << seed;
            const Threshold& threshold = found.thresholds.front();
            EXPECT_LT(threshold.before_bytes, at);
            EXPECT_GE(threshold.after_bytes, at);
            EXPECT_EQ(threshold.after_bytes - threshold.before_bytes, step);
            EXPECT_NEAR(threshold.jump_s, jump_s, 0.1e-6);
            EXPECT_NEAR(threshold.jump_fraction, jump_s / (2e-6 + 1e-10 * static_cast<double>(at)), 0.03);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Of, Setting, ::testing::Values(2048, 4096, 20000),
                         ::testing::PrintToStringParamName());

TEST(Thresholds, ReportTheSegmentsBeforeAndAfter) {
    const auto found = find_thresholds(all_lengths(), {curve({{}, {16384, 5e-6, 0.5e-10}}, 0.002)});
    ASSERT_THAT(found.thresholds, SizeIs(1));
    EXPECT_NEAR(found.thresholds.front().slope_change, -0.5e-10, 0.05e-10);
    ASSERT_THAT(found.segments, SizeIs(1));
    const std::vector<Segment>& segments = found.segments.front().segments;
    ASSERT_THAT(segments, SizeIs(2));
    EXPECT_EQ(segments[0].first_length_bytes, 0);
    EXPECT_EQ(segments[0].last_length_bytes, 16384 - step);
    EXPECT_EQ(segments[1].first_length_bytes, 16384);
    EXPECT_EQ(segments[1].last_length_bytes, (length_count - 1) * step);
    EXPECT_NEAR(segments[0].latency_s, 2e-6, 0.02e-6);
    EXPECT_NEAR(segments[0].bandwidth, 1e10, 0.05e10);
    EXPECT_NEAR(segments[1].latency_s, 5e-6, 0.1e-6);
    EXPECT_NEAR(segments[1].bandwidth, 2e10, 0.2e10);
}

TEST(Thresholds, AreFoundWhereTheSlopeAloneChanges) {
    // Both lines meet at 12800 bytes.
    const auto found =
        find_thresholds(all_lengths(), {curve({{}, {12800, 2e-6 - 12800 * 4e-10, 5e-10}}, 0.003)});
    ASSERT_THAT(found.thresholds, SizeIs(1));
    EXPECT_NEAR(static_cast<double>(found.thresholds.front().after_bytes), 12800, 2 * step);
    EXPECT_NEAR(found.thresholds.front().slope_change, 4e-10, 0.2e-10);
    EXPECT_NEAR(found.thresholds.front().jump_fraction, 0, 0.04);
}

TEST(Thresholds, AreTheProtocolsNotThePagesBesideIt) {
    // A quarter of a microsecond in all, spread over steps of 2 % at pages; the protocol's own is 40 %.
    std::vector<Protocol> protocols{{}};
    double latency_s = 2e-6;
    for (std::int64_t page = 4096; page < length_count * step; page += 4096) {
        latency_s += page == 8192 ? 1.1e-6 : 0.02 * (latency_s + 1e-10 * static_cast<double>(page));
        protocols.push_back({page, latency_s, 1e-10});
    }
    const auto found = find_thresholds(all_lengths(), {curve(protocols, 0.002)});
    ASSERT_THAT(found.thresholds, SizeIs(1));
    EXPECT_EQ(found.thresholds.front().after_bytes, 8192);
}

TEST(Thresholds, OfPagesAloneAreNone) {
    for (unsigned seed = 0; seed < 10; ++seed) {
        std::vector<Protocol> protocols{{}};
        double latency_s = 2e-6;
        for (std::int64_t page = 8192; page < length_count * step; page += 8192) {
            latency_s += 0.02 * (latency_s + 1e-10 * static_cast<double>(page));
            protocols.push_back({page, latency_s, 1e-10});
        }
        EXPECT_THAT(find_thresholds(all_lengths(), {curve(protocols, 0.002, seed)}).thresholds, IsEmpty())
            << seed;
    }
}

TEST(Thresholds, OfAFabricWithoutThemAreNone) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        // The pooled curve of a sweep: each length's median over some pairs, 3 % noise and 3 % outliers.
        std::mt19937 random(100 + seed);
        std::normal_distribution<double> normal(0, 1);
        const ClassCurve straight = curve({{}}, 0);
        ClassCurve pooled = straight;
        for (double& delay : pooled.median_s) {
            std::vector<double> pairs(9);
            for (double& value : pairs) {
                value = delay * (1 + 0.03 * normal(random));
                if (random() % 100 < 3) value *= 3;
            }
            std::nth_element(pairs.begin(), pairs.begin() + 4, pairs.end());
            delay = pairs[4];
        }
        EXPECT_THAT(find_thresholds(all_lengths(), {pooled}).thresholds, IsEmpty()) << seed;
    }
}

TEST(Thresholds, OfTwoClassesAreTheLibrarysAndOfOneTheTransports) {
    const ClassCurve both = curve({{}, {8192, 3e-6, 1e-10}}, 0.003, 1);
    const ClassCurve one =
        named(curve({{}, {8192, 3e-6, 1e-10}, {20480, 6e-6, 1e-10}}, 0.003, 2), "within hosts");
    const auto found = find_thresholds(all_lengths(), {one, both});
    ASSERT_THAT(found.thresholds, SizeIs(3));
    for (const Threshold& threshold : found.thresholds) {
        EXPECT_EQ(threshold.scope,
                  threshold.after_bytes == 8192 ? ThresholdScope::software : ThresholdScope::transport)
            << threshold.after_bytes;
    }
    EXPECT_EQ(found.thresholds.back().class_name, "within hosts");
    const auto alone = find_thresholds(all_lengths(), {both});
    ASSERT_THAT(alone.thresholds, SizeIs(1));
    EXPECT_EQ(alone.thresholds.front().scope, ThresholdScope::unknown);
}

TEST(Thresholds, PassOverLengthsThatWereNotMeasured) {
    ClassCurve holed = curve({{}, {16384, 4e-6, 1e-10}});
    for (std::size_t k = 3; k < holed.median_s.size(); k += 7)
        holed.median_s[k] = std::numeric_limits<double>::quiet_NaN();
    ClassCurve unmeasured = named(holed, "within hosts");
    unmeasured.median_s.assign(unmeasured.median_s.size(), std::numeric_limits<double>::quiet_NaN());
    const auto found = find_thresholds(all_lengths(), {holed, unmeasured});
    ASSERT_THAT(found.thresholds, SizeIs(1));
    EXPECT_LE(found.thresholds.front().before_bytes, 16384 - step);
    EXPECT_GE(found.thresholds.front().after_bytes, 16384);
    EXPECT_EQ(found.thresholds.front().scope, ThresholdScope::unknown);
}

TEST(Thresholds, OfAFabricAreInformationAndNoFault) {
    const Diagnosis diagnosis =
        testing::judge(fmt::format("fat-tree,hosts=16,leaf=4,ranks-per-host=2;noise,2%;break,at=8K,jump=3us;"
                                   "break,at=16K,jump=5us,where=between-hosts;sweep,lengths={}",
                                   fmt::join(all_lengths(), ",")));
    EXPECT_EQ(diagnosis.fault_count(), 0);
    ASSERT_THAT(diagnosis.thresholds, ::testing::Not(IsEmpty()));
    for (const Threshold& threshold : diagnosis.thresholds) {
        const bool everywhere = threshold.before_bytes < 8192 && threshold.after_bytes >= 8192;
        const bool between = threshold.before_bytes < 16384 && threshold.after_bytes >= 16384;
        EXPECT_TRUE(everywhere || between) << threshold.before_bytes << " to " << threshold.after_bytes;
        EXPECT_TRUE(everywhere || threshold.class_name != "within hosts");
        EXPECT_NEAR(threshold.jump_s, everywhere ? 3e-6 : 5e-6, 0.3e-6);
    }
    // Three classes at 8K, the two between hosts at 16K.
    EXPECT_THAT(diagnosis.thresholds, SizeIs(5));
}

}  // namespace
}  // namespace fabricmap::diagnosis
