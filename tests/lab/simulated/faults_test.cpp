// SPDX-License-Identifier: Apache-2.0
// A fault shows exactly where it was planted: the faulty fabric over the healthy one, pair by pair.
#include "lab/kinds/kind.hpp"
#include "scenario/scenario.hpp"
#include "tests/lab/simulated/simulated_run.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <utility>

namespace fabricmap::testing {
namespace {

using Expected = std::function<double(int, int)>;

void expect_ratios(const std::string& fabric, const std::string& fault, const std::string& bytes,
                   const Expected& ratio, const std::vector<std::string>& options = {}) {
    const Matrix healthy = SimulatedFabric(fabric).delays(bytes, options);
    const Matrix faulty = SimulatedFabric(fabric + fault).delays(bytes, options);
    for (int i = 0; i < healthy.rows(); ++i) {
        for (int j = 0; j < healthy.cols(); ++j) {
            if (i == j) continue;
            ASSERT_NEAR(faulty(i, j) / healthy(i, j), ratio(i, j), 0.02) << i << " to " << j;
        }
    }
}

const std::string tree = "fabric fat-tree hosts=8 leaf=4\n";

TEST(SimulatedFaults, ASlowCableSlowsThePairsThatAreLedOverItAndNoOthers) {
    // In a ring of five the shorter way is never in doubt: the cable 0-1 is passed by 0-1, 4-1 and 0-2.
    expect_ratios("fabric torus size=5\n", "fault slow-cable between=0,1 factor=3\n", "0", [](int i, int j) {
        const int low = std::min(i, j);
        const int high = std::max(i, j);
        const bool passes = (low == 0 && high == 1) || (low == 1 && high == 4) || (low == 0 && high == 2);
        return passes ? 3.0 : 1.0;
    });
}

TEST(SimulatedFaults, ASlowCableOfADragonflySlowsWhatIsLedOverIt) {
    // One way is half a round trip, and the two directions may take other routes.
    const std::string text =
        "fabric dragonfly groups=2 chassis=2 routers=2 hosts-per-router=1\n"
        "latency base=1us hop=1ns global=1ns\n";
    const Fabric fabric = find_scenario("dragonfly,groups=2,chassis=2,routers=2,hosts-per-router=1").fabric;
    for (const auto& [end, other_end] : {std::pair(0, 1), std::pair(1, 3), std::pair(1, 4)}) {
        expect_ratios(text, fmt::format("fault slow-cable between={},{} factor=3\n", end, other_end), "0",
                      [&, end = end, other_end = other_end](int i, int j) {
                          const bool there = passes_cable(fabric, i, j, end, other_end);
                          const bool back = passes_cable(fabric, j, i, end, other_end);
                          return 1.0 + (there ? 1 : 0) + (back ? 1 : 0);
                      });
    }
}

TEST(SimulatedFaults, ASlowHostSlowsItsRowAndColumnAlone) {
    expect_ratios(tree, "fault slow-node host=3 factor=2\n", "0",
                  [](int i, int j) { return i == 3 || j == 3 ? 2.0 : 1.0; });
}

TEST(SimulatedFaults, ASlowReceiverSlowsLongMessagesToItAlone) {
    // One way takes half of the empty round trip off, which is healthy.
    expect_ratios(tree, "fault slow-receiver host=5 factor=3 from=16K\n", "64K",
                  [](int, int j) { return j == 5 ? 3.0 : 1.0; });
    expect_ratios(tree, "fault slow-receiver host=5 factor=3 from=16K\n", "8K", [](int, int) { return 1.0; });
}

TEST(SimulatedFaults, ASlowUplinkSlowsWhatLeavesTheLeaf) {
    expect_ratios(tree, "fault slow-switch switch=1 factor=2 from=16K side=sender\n", "64K",
                  [](int i, int j) { return i / 4 == 1 && j / 4 == 0 ? 2.0 : 1.0; });
}

TEST(SimulatedFaults, ASlowWayBetweenSwitchesIsABlock) {
    expect_ratios(tree, "fault slow-switch switch=0 to=1 factor=2 from=16K\n", "64K",
                  [](int i, int j) { return i / 4 == 0 && j / 4 == 1 ? 2.0 : 1.0; });
}

TEST(SimulatedFaults, ASlowPortShowsInLongMessagesOfItsDirection) {
    const std::string fast =
        "fabric fat-tree hosts=4 leaf=2\nbandwidth link=1GB\nlatency base=1us hop=250ns\n";
    expect_ratios(fast, "fault slow-port host=2 side=receiver rate=0.25GB\n", "4M",
                  [](int, int j) { return j == 2 ? 4.0 : 1.0; });
    expect_ratios(fast, "fault slow-port host=2 side=receiver rate=0.25GB\n", "0",
                  [](int, int) { return 1.0; });
}

TEST(SimulatedFaults, AHalfDuplexPortHalvesTheRateOfTwoDirectionsAtOnce) {
    const std::string fast = "fabric host hosts=3\nbandwidth link=1GB\nlatency base=1us hop=250ns\n";
    expect_ratios(fast, "fault half-duplex host=1\n", "4M", [](int, int) { return 1.0; });
    expect_ratios(fast, "fault half-duplex host=1\n", "4M",
                  [](int i, int j) { return i == 1 || j == 1 ? 2.0 : 1.0; }, {"-t", "async_one_to_one"});
}

TEST(SimulatedFaults, ASlowLinkSlowsOneDirectionOfOnePair) {
    expect_ratios(tree, "fault slow-link sender=1 receiver=6 factor=2 from=16K\n", "64K",
                  [](int i, int j) { return i == 1 && j == 6 ? 2.0 : 1.0; });
}

TEST(SimulatedFaults, WhatCannotBeSimulatedNamesTheFaultAndTheKindThatHasIt) {
    const TemporaryFolder folder;
    for (const auto& [fault, kind] : {std::pair("noisy-node host=1 factor=2", "synthetic"),
                                      std::pair("dead-pair between=0,1", "synthetic"),
                                      std::pair("lossy-port host=1 loss=1%", "virtual")}) {
        write_bytes(folder / "f.lab", tree + "fault " + fault + "\n");
        const auto reason = lab::simulated_unsupported_scenario(read_scenario(folder / "f.lab"));
        ASSERT_TRUE(reason.has_value()) << fault;
        EXPECT_THAT(std::string(fault), ::testing::StartsWith(reason->substr(0, reason->find(':'))));
        EXPECT_THAT(*reason, ::testing::HasSubstr(kind));
    }
    write_bytes(folder / "f.lab", tree);
    EXPECT_FALSE(lab::simulated_unsupported_scenario(read_scenario(folder / "f.lab")).has_value());
}

}  // namespace
}  // namespace fabricmap::testing
