// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/synthetic/delay_model.hpp"

#include "scenario/scenario.hpp"

#include <gtest/gtest.h>

namespace fabricmap {
namespace {

double delay(const std::string& text, int sender, int receiver, std::int64_t bytes) {
    const Scenario scenario = find_scenario(text);
    const PairClasses classes(scenario);
    return DelayModel(scenario, classes, bytes).of(sender, receiver).delay_s;
}

TEST(DelayModel, AddsUpLatencyTransferAndJumps) {
    const std::string tree =
        "fat-tree,hosts=64,leaf=8x4;latency,base=1us,hop=150ns;bandwidth,link=10GB;"
        "break,at=16K,jump=2us";
    EXPECT_NEAR(delay(tree, 0, 1, 0), 1.3e-6, 1e-12) << "two cables to the leaf and back";
    EXPECT_NEAR(delay(tree, 0, 8, 0), 1.6e-6, 1e-12);
    EXPECT_NEAR(delay(tree, 0, 63, 0), 1.9e-6, 1e-12);
    EXPECT_NEAR(delay(tree, 0, 1, 10000), 2.3e-6, 1e-12);
    EXPECT_NEAR(delay(tree, 0, 1, 16383), 1.3e-6 + 1.6383e-6, 1e-12) << "below the break";
    EXPECT_NEAR(delay(tree, 0, 1, 16384), 1.3e-6 + 1.6384e-6 + 2e-6, 1e-12) << "at the break";
}

TEST(DelayModel, KnowsSocketsAndHosts) {
    const std::string host = "host,sockets=2,ranks-per-host=8;latency,socket=300ns,host=700ns";
    EXPECT_NEAR(delay(host, 0, 3, 0), 300e-9, 1e-12);
    EXPECT_NEAR(delay(host, 0, 4, 0), 700e-9, 1e-12);
    EXPECT_EQ(delay(host, 2, 2, 0), 0) << "the diagonal is not measured";
    EXPECT_GT(delay(host + ";sweep,type=bcast", 2, 2, 0), 0) << "but by a broadcast";
}

TEST(DelayModel, CountsTheHopsOfATorusAndTheCablesOfADragonfly) {
    EXPECT_NEAR(delay("torus,size=8x8x8;latency,base=1us,hop=200ns", 0, 4 + 8 * 4 + 64 * 4, 0), 3.4e-6, 1e-12)
        << "four steps in each of three dimensions";
    const std::string dragonfly =
        "dragonfly,groups=3,chassis=2,routers=4,hosts-per-router=2;"
        "latency,base=1us,hop=100ns,global=500ns";
    EXPECT_NEAR(delay(dragonfly, 0, 1, 0), 1e-6, 1e-12);
    EXPECT_NEAR(delay(dragonfly, 15, 31, 0), 1e-6 + 4 * 100e-9 + 500e-9, 1e-12);
}

TEST(DelayModel, SharesOversubscribedCablesWhenAllSendAtOnce) {
    const std::string tree =
        "fat-tree,hosts=16,leaf=8,oversubscription=4;latency,level2=2us;bandwidth,link=1GB;sweep,type=";
    EXPECT_NEAR(delay(tree + "put_one_to_one", 0, 8, 1000), 2e-6 + 1e-6, 1e-12);
    EXPECT_NEAR(delay(tree + "all_to_all", 0, 8, 1000), 2e-6 + 4e-6, 1e-12);
}

}  // namespace
}  // namespace fabricmap
