// SPDX-License-Identifier: Apache-2.0
// A fault that is planted must read back from the written values: right place, right size, nowhere else.
#include "netcdf_schema/synthetic/synthetic_run.hpp"
#include "scenario/scenario.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>

namespace fabricmap {
namespace {

// Four leaves of four hosts with two ranks each: rank r on host r / 2, host h under leaf h / 4.
const std::string tree = "fat-tree,hosts=16,leaf=4,ranks-per-host=2;sweep,timing=synchronized,lengths=0,64K";

struct Planted {
    std::string fault;
    double factor;
    bool only_large;  ///< from 16K on
    std::function<bool(int, int)> concerns;
};

int host(int rank) {
    return rank / 2;
}
bool between_hosts(int i, int j) {
    return host(i) != host(j);
}

std::vector<Planted> planted_faults() {
    return {
        {"slow-sender,host=3,factor=3", 3, false,
         [](int i, int j) { return between_hosts(i, j) && host(i) == 3; }},
        {"slow-receiver,host=3,factor=3,from=16K", 3, true,
         [](int i, int j) { return between_hosts(i, j) && host(j) == 3; }},
        {"slow-node,host=3,factor=1.5", 1.5, false,
         [](int i, int j) { return between_hosts(i, j) && (host(i) == 3 || host(j) == 3); }},
        {"slow-rank,rank=5,factor=2", 2, false, [](int i, int j) { return i == 5 || j == 5; }},
        {"slow-rank,rank=5,side=sender,factor=2", 2, false, [](int i, int /*j*/) { return i == 5; }},
        {"slow-link,sender=2,receiver=9,factor=3", 3, false,
         [](int i, int j) { return host(i) == 2 && host(j) == 9; }},
        {"slow-switch,switch=1,to=2,factor=3,from=16K", 3, true,
         [](int i, int j) { return host(i) / 4 == 1 && host(j) / 4 == 2; }},
        {"slow-switch,switch=1,factor=3", 3, false,
         [](int i, int j) { return (host(i) / 4 == 1) != (host(j) / 4 == 1); }},
    };
}

std::shared_ptr<const DelayStack> medians(const std::string& text) {
    const auto run = std::make_shared<const SyntheticRun>(find_scenario(text));
    return as_run(run, text).stack(Statistic::median);
}

/// The mean ratio of the cells with a fault and those without, at a length, to a healthy fabric without
/// noise.
struct Ratios {
    double with_fault = 0;
    double without = 0;
};
Ratios ratios(const Matrix& faulty, const Matrix& healthy, const std::function<bool(int, int)>& concerns) {
    double sums[2] = {0, 0};
    int counts[2] = {0, 0};
    for (int i = 0; i < faulty.rows(); ++i) {
        for (int j = 0; j < faulty.cols(); ++j) {
            if (i == j) continue;
            const int which = concerns(i, j) ? 1 : 0;
            sums[which] += faulty(i, j) / healthy(i, j);
            ++counts[which];
        }
    }
    return {sums[1] / counts[1], sums[0] / counts[0]};
}

class PlantedFaults : public ::testing::TestWithParam<const char*> {};

TEST_P(PlantedFaults, ReadBackWithinTheNoise) {
    const auto healthy = medians(tree);
    for (const Planted& planted : planted_faults()) {
        const auto faulty = medians(tree + ";noise," + GetParam() + ";fault," + planted.fault);
        const Ratios small = ratios(faulty->plane(0), healthy->plane(0), planted.concerns);
        const Ratios large = ratios(faulty->plane(1), healthy->plane(1), planted.concerns);
        // The fewest cells are the four of a link: 2 % / √4 × 4 deviations.
        const double expected_small = planted.only_large ? 1 : planted.factor;
        EXPECT_NEAR(small.with_fault / expected_small, 1, 0.04) << planted.fault;
        EXPECT_NEAR(large.with_fault / planted.factor, 1, 0.04) << planted.fault;
        EXPECT_NEAR(small.without, 1, 0.003) << planted.fault;
        EXPECT_NEAR(large.without, 1, 0.003) << planted.fault;
    }
}

INSTANTIATE_TEST_SUITE_P(Noise, PlantedFaults, ::testing::Values("2%", "2%,tails=heavy"),
                         [](const auto& chosen) { return chosen.index == 0 ? "normal" : "heavy_tailed"; });

// Sixteen ranks a host, so that the mean over a pair of hosts, 256 cells, is known to 0.2 % with a noise of 2
// %.
double mean_between(const Matrix& delays, int sending_host, int receiving_host) {
    return delays.block(sending_host * 16, receiving_host * 16, 16, 16).mean();
}

TEST_P(PlantedFaults, OfACableSlowWhatIsLedOverIt) {
    const std::string ring = "torus,size=5,ranks-per-host=16;sweep,timing=synchronized,lengths=0";
    const auto plane =
        medians(ring + ";noise," + GetParam() + ";fault,slow-cable,between=1,2,factor=3")->plane(0);
    const auto healthy = medians(ring)->plane(0);
    for (int i = 0; i < 5; ++i) {
        for (int j = 0; j < 5; ++j) {
            if (i == j) continue;
            // In a ring of five each way takes at most two steps: 1-2 lies on 0-1-2, 1-2 and 1-2-3.
            const int low = std::min(i, j);
            const int high = std::max(i, j);
            const bool over = (low == 0 && high == 2) || (low == 1 && high == 2) || (low == 1 && high == 3);
            EXPECT_NEAR(mean_between(plane, i, j) / mean_between(healthy, i, j), over ? 3 : 1, 0.03)
                << i << " to " << j;
        }
    }
}

TEST_P(PlantedFaults, OfAPortLimitTheRateOfItsSide) {
    const auto stack = medians(
        "fat-tree,hosts=4,leaf=4,ranks-per-host=16;sweep,timing=synchronized,lengths=0,1M;bandwidth,link="
        "10Gbit"
        ";fault,slow-port,host=2,side=receiver,rate=100Mbit;noise," +
        std::string(GetParam()));
    // 1 MiB: 83.9 ms at 100 Mbit/s, 0.839 ms at 10 Gbit/s; the latency of 1.2 µs is on top.
    EXPECT_NEAR(mean_between(stack->plane(1), 0, 2), 83.88608e-3 + 1.2e-6, 0.84e-3);
    EXPECT_NEAR(mean_between(stack->plane(1), 2, 0), 0.8388608e-3 + 1.2e-6, 8.4e-6);
    EXPECT_NEAR(mean_between(stack->plane(0), 0, 2), 1.2e-6, 0.012e-6);
}

TEST_P(PlantedFaults, OfAHalfDuplexLinkShowOnlyWhereBothSendAtOnce) {
    const std::string fabric = "fat-tree,hosts=4,leaf=4,ranks-per-host=16;bandwidth,link=10Gbit;noise," +
                               std::string(GetParam()) +
                               ";fault,half-duplex,between=0,3;sweep,lengths=1M,type=";
    const auto async = medians(fabric + "async_one_to_one")->plane(0);
    EXPECT_NEAR(mean_between(async, 0, 3) / mean_between(async, 0, 2), 2, 0.03);
    EXPECT_NEAR(mean_between(async, 3, 0) / mean_between(async, 0, 2), 2, 0.03);
    const auto alone = medians(fabric + "one_to_one")->plane(0);
    EXPECT_NEAR(mean_between(alone, 0, 3) / mean_between(alone, 0, 2), 1, 0.02);
}

TEST_P(PlantedFaults, OfANoisyNodeSpreadAndAreNotSlower) {
    const auto run = std::make_shared<const SyntheticRun>(
        find_scenario("fat-tree,hosts=64,leaf=8;fault,noisy-node,host=5,factor=4;sweep,lengths=0;noise," +
                      std::string(GetParam())));
    const fabricmap::Run opened = as_run(run, "");
    const Matrix deviation = opened.stack(Statistic::deviation)->plane(0);
    const Matrix median = opened.stack(Statistic::median)->plane(0);
    EXPECT_GT(deviation.row(5).sum() / deviation.row(6).sum(), 3);
    EXPECT_NEAR(median.row(5).sum() / median.row(6).sum(), 1, 0.06);
}

TEST_P(PlantedFaults, OfADeadPairAreMissingInBothDirections) {
    const auto plane =
        medians("torus,size=4;fault,dead-pair,between=1,3;sweep,lengths=0;noise," + std::string(GetParam()))
            ->plane(0);
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            const bool dead = (i == 1 && j == 3) || (i == 3 && j == 1);
            EXPECT_EQ(std::isnan(plane(i, j)), dead) << i << " to " << j;
        }
    }
}

// Without a common clock nobody can tell the sides of an empty message's delay apart.
TEST(PlantedFault, OneWayTimingSharesTheEmptyDelayBetweenTheSides) {
    const std::string text =
        "fat-tree,hosts=4,leaf=4;bandwidth,link=8Gbit;fault,slow-sender,host=1,factor=3;"
        "sweep,lengths=0,1000,timing=";
    const auto true_delays = medians(text + "synchronized");
    const auto read = medians(text + "one_way");
    // Empty: 1.2 µs, from host 1 3.6 µs, read as 2.4 µs both ways.
    EXPECT_NEAR(true_delays->plane(0)(1, 0), 3.6e-6, 1e-12);
    EXPECT_NEAR(read->plane(0)(1, 0), 2.4e-6, 1e-12);
    EXPECT_NEAR(read->plane(0)(0, 1), 2.4e-6, 1e-12);
    // 1000 bytes take 1 µs more, from host 1 3 µs more: that part keeps its side.
    EXPECT_NEAR(read->plane(1)(1, 0), 2.4e-6 + 3e-6, 1e-12);
    EXPECT_NEAR(read->plane(1)(0, 1), 2.4e-6 + 1e-6, 1e-12);
}

}  // namespace
}  // namespace fabricmap
