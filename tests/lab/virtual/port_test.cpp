// SPDX-License-Identifier: Apache-2.0
#include "real_cluster.hpp"

#include <fmt/format.h>

namespace fabricmap::lab::testing {
namespace {

constexpr int slow_host = 2;
constexpr double transfer_s = 65536 / 12.5e6;  ///< of 64 KiB at 100 Mbit/s

struct SidedPort {
    std::string side;
    bool row;     ///< what the host sends is late
    bool column;  ///< what it receives is late
};

bool is_met(const SidedPort& port, int sender, int receiver) {
    return (port.row && sender == slow_host) || (port.column && receiver == slow_host);
}

/// What is wrong with the delays of 64 KiB, or nothing: those of the port need at least the transfer at its
/// rate, others less than a third of that.
std::string judge_long(const SidedPort& port, const Matrix& delays) {
    std::string wrong;
    for (int i = 0; i < static_cast<int>(delays.rows()); ++i) {
        for (int j = 0; j < static_cast<int>(delays.cols()); ++j) {
            if (i == j) continue;
            const bool in_range = is_met(port, i, j)
                                      ? delays(i, j) > 0.95 * transfer_s && delays(i, j) < 1.5 * transfer_s
                                      : delays(i, j) < transfer_s / 3;
            if (!in_range) wrong += fmt::format("{} to {}: {:.0f} µs; ", i, j, 1e6 * delays(i, j));
        }
    }
    return wrong;
}

/// The same for a single byte, which the port delays by far less than the network.
std::string judge_short(const SidedPort& port, const Matrix& delays) {
    const double met_s = median_of(delays, [&](int i, int j) { return is_met(port, i, j); });
    const double others_s = median_of(delays, [&](int i, int j) { return !is_met(port, i, j); });
    if (met_s < 1.3 * others_s) return {};
    return fmt::format("one byte: {:.0f} µs over the port, {:.0f} µs elsewhere", 1e6 * met_s, 1e6 * others_s);
}

class SlowPort : public OnRealHosts, public ::testing::WithParamInterface<SidedPort> {};

TEST_P(SlowPort, ShowsOnItsSideFromTheLengthOnWhereRateMatters) {
    const fabricmap::Run run = sweep(
        "fat-tree,hosts=4,leaf=2;latency,level1=150us,level2=150us;bandwidth,link=1Gbit;"
        "fault,slow-port,host=2,rate=100Mbit,side=" +
            GetParam().side,
        {"--lengths", "1,64K", "-n", "20"});
    EXPECT_EQ(judge_short(GetParam(), medians(run, 0)), "");
    EXPECT_EQ(judge_long(GetParam(), medians(run, 1)), "");
}

INSTANTIATE_TEST_SUITE_P(Of, SlowPort,
                         ::testing::Values(SidedPort{"sender", true, false},
                                           SidedPort{"receiver", false, true}, SidedPort{"both", true, true}),
                         [](const auto& tested) { return tested.param.side; });

TEST_F(OnRealHosts, ANarrowPortShowsItsRateInStreams) {
    const fabricmap::Run run = sweep(
        "fat-tree,hosts=4,leaf=2;latency,level1=50us,level2=50us;bandwidth,link=200Mbit;"
        "fault,slow-port,host=2,rate=100Mbit,side=sender",
        {"-t", "stream", "--window", "16", "--lengths", "64K", "-n", "6", "--warm-up", "1"});
    constexpr double healthy_s = 65536 / 25e6;
    const Matrix times = medians(run, 0);
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            // Headers take a twentieth of a frame.
            const double min_s = i == slow_host ? transfer_s : healthy_s;
            if (i == j) continue;
            EXPECT_GT(times(i, j), 0.98 * min_s) << i << " to " << j;
            EXPECT_LT(times(i, j), 1.3 * min_s) << i << " to " << j;
        }
    }
}

TEST_F(OnRealHosts, ALossyPortLosesTimeAndNoMessages) {
    const fabricmap::Run run = sweep("host,hosts=3;latency,base=50us,hop=1ns;fault,lossy-port,host=2,loss=3%",
                                     {"--lengths", "0,8K", "-n", "40", "--fixed", "--check"});
    EXPECT_TRUE(run.description().complete);
    // TCP waits for milliseconds before it sends a lost packet again; nothing else takes that long here.
    const Matrix longest = run.stack(Statistic::maximum)->plane(1);
    EXPECT_GT(std::max({longest(0, 2), longest(2, 0), longest(1, 2), longest(2, 1)}), 1e-3);
}

}  // namespace
}  // namespace fabricmap::lab::testing
