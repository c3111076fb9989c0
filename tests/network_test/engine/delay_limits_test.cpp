// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/delay_limits.hpp"

#include "small_stage.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace fabricmap::network_test {
namespace {

/// What every rank of the small job measured with a peer.
struct Measured {
    double short_s;
    double delay_s;
    bool imprecise = false;
};

/// Ranks are on one host. `short_known`: whether limits are made with the short delays.
DelayLimits limits_of(SmallStage& small_stage, const std::function<Measured(int rank, int peer)>& measured,
                      bool short_known) {
    const Stage stage = small_stage.get();
    PlaneCells cells = SmallStage::cells(Side::sender);
    std::vector<double> short_delays_s(static_cast<std::size_t>(stage.size), NAN);
    for (const int peer : stage.endpoints) {
        if (peer == stage.rank) continue;
        const Measured seen = measured(stage.rank, peer);
        cells[peer] = {.median = seen.delay_s, .count = 20};
        if (seen.imprecise) cells[peer].flag(Quality::imprecise);
        short_delays_s[static_cast<std::size_t>(peer)] = seen.short_s;
    }
    if (!short_known) short_delays_s.clear();
    return DelayLimits::of(stage, cells, Side::sender, short_delays_s, MPI_COMM_WORLD);
}

Measured alike(int /*rank*/, int /*peer*/) {
    return {1e-6, 1e-5};
}

TEST(DelayLimits, LieAtLeastTheSmallestExcessAboveTheMedian) {
    SmallStage small_stage(0);
    const DelayLimits limits = limits_of(small_stage, alike, true);
    EXPECT_NEAR(limits.of(PairClass::same_host, 1e-6), 1.05e-5, 1e-12);
    EXPECT_TRUE(std::isinf(limits.of(PairClass::between_hosts, 1e-6)));
    EXPECT_TRUE(limits.imprecision_is_rare());
}

TEST(DelayLimits, AreNotRaisedByAFewSlowCells) {
    if (job_size() < 4) GTEST_SKIP() << "needs a majority of others";
    SmallStage small_stage(0);
    const DelayLimits limits = limits_of(
        small_stage,
        [](int rank, int peer) {
            return Measured{1e-6, rank + peer == 1 ? 2e-5 : 1e-5};
        },
        true);
    EXPECT_NEAR(limits.of(PairClass::same_host, 1e-6), 1.05e-5, 1e-12);
}

TEST(DelayLimits, WithoutShortDelaysAreFarOutAndNoneWhereManyAreBeyond) {
    if (job_size() < 4) GTEST_SKIP() << "needs a majority of others";
    SmallStage small_stage(0);
    const auto few_slow = [](int rank, int peer) {
        return Measured{0, rank == 0 && peer == 1 ? 2e-5 : 1e-5};
    };
    EXPECT_NEAR(limits_of(small_stage, few_slow, false).of(PairClass::same_host, 0), 1.25e-5, 1e-12);
    // Two of twelve: what is farther away, say.
    const auto many_slow = [](int rank, int peer) { return Measured{0, rank + peer == 1 ? 2e-5 : 1e-5}; };
    EXPECT_TRUE(std::isinf(limits_of(small_stage, many_slow, false).of(PairClass::same_host, 0)));
}

TEST(DelayLimits, ReportWhetherImprecisionIsRare) {
    SmallStage small_stage(0);
    const auto all = [](int, int) { return Measured{1e-6, 1e-5, true}; };
    EXPECT_FALSE(limits_of(small_stage, all, true).imprecision_is_rare());
}

TEST(DelayLimits, OfAnUnknownShortDelayAreTheLargest) {
    SmallStage small_stage(0);
    const DelayLimits limits = limits_of(small_stage, alike, true);
    EXPECT_NEAR(limits.of(PairClass::same_host, NAN), 1.05e-5, 1e-12);
}

}  // namespace
}  // namespace fabricmap::network_test
