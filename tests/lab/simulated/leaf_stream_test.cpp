// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"
#include "tests/lab/simulated/simulated_run.hpp"

#include <gtest/gtest.h>

namespace fabricmap::testing {
namespace {

constexpr int leaves = 4;
constexpr int hosts_per_leaf = 4;

/// What the leaf sends to the other, bytes a second.
double carried(const Matrix& seconds, std::int64_t bytes, int from, int to) {
    double rate = 0;
    for (int sender = 0; sender < hosts_per_leaf; ++sender) {
        for (int receiver = 0; receiver < hosts_per_leaf; ++receiver) {
            rate += static_cast<double>(bytes) /
                    seconds(from * hosts_per_leaf + sender, to * hosts_per_leaf + receiver);
        }
    }
    return rate;
}

/// What streams over a fat tree take.
Matrix streamed(const std::string& fault = {}) {
    const SimulatedFabric fabric(
        "fabric fat-tree hosts=16 leaf=4 uplinks=4\nlatency base=1us hop=1us\nbandwidth link=10Gbit\n" +
        fault);
    write_bytes(fabric.folder() / "topology.conf",
                "SwitchName=leaf0 Nodes=node[00-03]\nSwitchName=leaf1 Nodes=node[04-07]\n"
                "SwitchName=leaf2 Nodes=node[08-11]\nSwitchName=leaf3 Nodes=node[12-15]\n");
    const Outcome outcome =
        fabric.sweep("run", {"-t", "leaf_stream", "--topology", fabric.folder() / "topology.conf",
                             "--lengths", "1M", "-n", "1", "--warm-up", "0"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return open_run(fabric.folder() / "run").stack(Statistic::median)->plane(0);
}

TEST(SimulatedLeaves, CarryWhatTheirUplinksDo) {
    const Matrix before = streamed();
    for (int from = 0; from < leaves; ++from) {
        for (int to = 0; to < leaves; ++to) {
            if (from == to) continue;
            const double healthy_rate = carried(before, 1048576, from, to);
            EXPECT_NEAR(healthy_rate, 4 * 1.25e9, 0.1 * 4 * 1.25e9) << from << to;
        }
    }
}

TEST(SimulatedLeaves, CarryLessByTheShareOfAMissingUplink) {
    const Matrix before = streamed();
    const Matrix after = streamed("fault lost-uplink switch=2\n");
    for (int from = 0; from < leaves; ++from) {
        for (int to = 0; to < leaves; ++to) {
            if (from == to) continue;
            const double left = carried(after, 1048576, from, to) / carried(before, 1048576, from, to);
            // Of each pair some twenty messages are counted.
            EXPECT_NEAR(left, from == 2 || to == 2 ? 0.75 : 1, 0.06) << from << to;
        }
    }
}

}  // namespace
}  // namespace fabricmap::testing
