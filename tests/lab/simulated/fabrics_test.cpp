// SPDX-License-Identifier: Apache-2.0
// The delays of healthy fabrics, against what their shape says by hand.
#include "tests/lab/simulated/simulated_run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <set>

namespace fabricmap::testing {
namespace {

constexpr double tolerance = 0.01;

int ring_distance(int from, int to, int size) {
    const int way = std::abs(from - to);
    return std::min(way, size - way);
}

int hops_in_4x4x4(int from, int to) {
    return ring_distance(from % 4, to % 4, 4) + ring_distance(from / 4 % 4, to / 4 % 4, 4) +
           ring_distance(from / 16, to / 16, 4);
}

void expect_all(const Matrix& delays, const std::function<double(int, int)>& expected_s) {
    for (int i = 0; i < delays.rows(); ++i) {
        for (int j = 0; j < delays.cols(); ++j) {
            if (i == j) continue;
            const double expected = expected_s(i, j);
            ASSERT_NEAR(delays(i, j), expected, tolerance * expected) << i << " to " << j;
        }
    }
}

double correlation(const std::vector<double>& x, const std::vector<double>& y) {
    const Eigen::Map<const Eigen::ArrayXd> a(x.data(), static_cast<Eigen::Index>(x.size()));
    const Eigen::Map<const Eigen::ArrayXd> b(y.data(), static_cast<Eigen::Index>(y.size()));
    const Eigen::ArrayXd da = a - a.mean();
    const Eigen::ArrayXd db = b - b.mean();
    return (da * db).sum() / std::sqrt(da.square().sum() * db.square().sum());
}

TEST(SimulatedFabrics, DelayInATorusGrowsInAStraightLineWithTheHops) {
    const SimulatedFabric fabric("fabric torus size=4x4x4\nlatency base=1us hop=200ns\n");
    const Matrix delays = fabric.delays("0");
    ASSERT_EQ(delays.rows(), 64);
    std::vector<double> hops;
    std::vector<double> measured;
    for (int i = 0; i < 64; ++i) {
        for (int j = 0; j < 64; ++j) {
            if (i == j) continue;
            hops.push_back(hops_in_4x4x4(i, j));
            measured.push_back(delays(i, j));
        }
    }
    EXPECT_GT(correlation(hops, measured), 0.99);
    expect_all(delays, [](int i, int j) { return 1e-6 + 0.2e-6 * hops_in_4x4x4(i, j); });
}

TEST(SimulatedFabrics, AFatTreeHasItsLevelsAndNoOthers) {
    const SimulatedFabric fabric("fabric fat-tree hosts=16 leaf=4x2\nlatency base=1us hop=250ns\n");
    expect_all(fabric.delays("0"), [](int i, int j) {
        const int level = i / 4 == j / 4 ? 1 : (i / 8 == j / 8 ? 2 : 3);
        return 1e-6 + 2 * level * 0.25e-6;
    });
}

TEST(SimulatedFabrics, LevelsOfATreeMayHaveLatenciesOfTheirOwn) {
    const SimulatedFabric fabric("fabric fat-tree hosts=8 leaf=4\nlatency level1=2us level2=7us\n");
    expect_all(fabric.delays("0"), [](int i, int j) { return i / 4 == j / 4 ? 2e-6 : 7e-6; });
}

TEST(SimulatedFabrics, LongMessagesTakeTheRateOfTheLink) {
    const SimulatedFabric fabric(
        "fabric fat-tree hosts=8 leaf=4\nlatency base=1us hop=250ns\nbandwidth link=1GB\n");
    expect_all(fabric.delays("1M"),
               [](int i, int j) { return 1e-6 + (i / 4 == j / 4 ? 2 : 4) * 0.25e-6 + 1048576 / 1e9; });
}

TEST(SimulatedFabrics, ADragonflyReportsRoutersGroupsAndTheWaysBetween) {
    // One chassis of two routers in each of two groups. The global cable joins router 1 of group 0 and
    // router 0 of group 1: hosts 2, 3 and hosts 4, 5.
    const SimulatedFabric fabric(
        "fabric dragonfly groups=2 routers=2 hosts-per-router=2\nlatency base=1us hop=250ns global=2us\n");
    expect_all(fabric.delays("0"), [](int i, int j) {
        const int low = std::min(i, j) / 2;
        const int high = std::max(i, j) / 2;
        if (low == high) return 1e-6;
        if (low / 2 == high / 2) return 1.25e-6;
        return 1e-6 + 2e-6 + ((low == 1 ? 0 : 1) + (high == 2 ? 0 : 1)) * 0.25e-6;
    });
}

TEST(SimulatedFabrics, SocketsAndHostsAreLevelsOfTheirOwn) {
    const SimulatedFabric fabric(
        "fabric host hosts=2 ranks-per-host=4 sockets=2\n"
        "latency socket=300ns host=600ns base=2us hop=500ns\n");
    expect_all(fabric.delays("0"), [](int i, int j) {
        if (i / 4 != j / 4) return 2.5e-6;
        return i / 2 == j / 2 ? 0.3e-6 : 0.6e-6;
    });
}

TEST(SimulatedFabrics, AProtocolBreakIsAStepFromItsLengthOn) {
    const std::string scenario = "fabric host hosts=2\nlatency base=1us hop=1us\nbreak at=8K jump=5us\n";
    const SimulatedFabric fabric(scenario + "bandwidth link=100GB\n");
    EXPECT_NEAR(fabric.delays("8191")(0, 1), 2.08e-6, 0.03e-6);
    EXPECT_NEAR(fabric.delays("8192")(0, 1), 7.08e-6, 0.1e-6);
}

TEST(SimulatedFabrics, RunsOfOneScenarioAreIdentical) {
    const SimulatedFabric fabric("fabric torus size=3x3\nnoise 5%\n");
    const Matrix first = fabric.delays("4K");
    EXPECT_TRUE((first == fabric.delays("4K")).all());
}

}  // namespace
}  // namespace fabricmap::testing
