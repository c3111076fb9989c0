// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/switch_settings.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fabricmap::lab {
namespace {

using namespace std::chrono_literals;

const std::string two_racks = "fat-tree,hosts=4,leaf=2;latency,level1=50us,level2=200us";

SwitchSettings settings_with(const std::string& more) {
    return settings_of(find_scenario(two_racks + more));
}

/// Expects every pair to have its healthy latency, but for those that `is_met` names, which have it three
/// times.
template <typename IsMet>
void expect_threefold(const SwitchSettings& settings, IsMet is_met) {
    for (int sender = 0; sender < 4; ++sender) {
        for (int receiver = 0; receiver < 4; ++receiver) {
            if (sender == receiver) continue;
            const Nanoseconds healthy = sender / 2 == receiver / 2 ? 50us : 200us;
            EXPECT_EQ(settings.path(sender, receiver).latency,
                      is_met(sender, receiver) ? 3 * healthy : healthy)
                << sender << " to " << receiver;
        }
    }
}

TEST(SwitchSettings, HaveTheLatencyOfEachPairsClass) {
    expect_threefold(settings_with(""), [](int, int) { return false; });
}

TEST(SwitchSettings, LeaveRatesBeyondTheSwitchAlone) {
    EXPECT_EQ(settings_with("").port(0).send_rate, unlimited_rate);
    const SwitchSettings settings = settings_with(";bandwidth,link=1Gbit");
    EXPECT_DOUBLE_EQ(settings.port(3).send_rate, 0.125e9);
    EXPECT_DOUBLE_EQ(settings.port(3).receive_rate, 0.125e9);
}

TEST(SwitchSettings, DelayWhatASlowHostSendsOrReceives) {
    expect_threefold(settings_with(";fault,slow-sender,host=1,factor=3"), [](int i, int) { return i == 1; });
    expect_threefold(settings_with(";fault,slow-receiver,host=1,factor=3"),
                     [](int, int j) { return j == 1; });
    expect_threefold(settings_with(";fault,slow-node,host=1,factor=3"),
                     [](int i, int j) { return i == 1 || j == 1; });
}

TEST(SwitchSettings, DelayASlowLinkInItsDirectionAlone) {
    expect_threefold(settings_with(";fault,slow-link,sender=0,receiver=3,factor=3"),
                     [](int i, int j) { return i == 0 && j == 3; });
}

TEST(SwitchSettings, DelayWhatLeavesOrEntersASlowSwitch) {
    expect_threefold(settings_with(";fault,slow-switch,switch=1,side=sender,factor=3"),
                     [](int i, int j) { return i / 2 == 1 && j / 2 == 0; });
    expect_threefold(settings_with(";fault,slow-switch,switch=1,to=0,factor=3"),
                     [](int i, int j) { return i / 2 == 1 && j / 2 == 0; });
}

TEST(SwitchSettings, DelayWhatIsLedOverASlowCable) {
    const SwitchSettings settings =
        settings_of(find_scenario("torus,size=4;latency,base=10us,hop=10us;fault,slow-cable,between=0,1,"
                                  "factor=3"));
    EXPECT_EQ(settings.path(0, 1).latency, 60us);
    EXPECT_EQ(settings.path(1, 0).latency, 60us);
    EXPECT_EQ(settings.path(1, 2).latency, 20us);
    EXPECT_EQ(settings.path(2, 3).latency, 20us);
}

TEST(SwitchSettings, LimitTheTroubledSideOfAPortAlone) {
    const SwitchSettings slow = settings_with(";fault,slow-port,host=2,rate=100Mbit,side=receiver");
    EXPECT_DOUBLE_EQ(slow.port(2).receive_rate, 12.5e6);
    EXPECT_EQ(slow.port(2).send_rate, unlimited_rate);
    EXPECT_FALSE(slow.loses_frames());
    const SwitchSettings lossy = settings_with(";fault,lossy-port,host=2,loss=1%,side=sender");
    EXPECT_DOUBLE_EQ(lossy.port(2).send_loss, 0.01);
    EXPECT_DOUBLE_EQ(lossy.port(2).receive_loss, 0);
    EXPECT_TRUE(lossy.loses_frames());
    EXPECT_TRUE(settings_with(";bandwidth,link=1Gbit;fault,half-duplex,host=1").port(1).half_duplex);
}

TEST(SwitchSettings, MultiplyTheJitterOfANoisyHost) {
    const SwitchSettings settings = settings_with(";jitter,2us;fault,noisy-node,host=3,factor=4");
    EXPECT_EQ(settings.path(0, 1).jitter, 2us);
    EXPECT_EQ(settings.path(0, 3).jitter, 8us);
    EXPECT_EQ(settings.path(3, 0).jitter, 8us);
}

TEST(SwitchSettings, KillBothDirectionsOfADeadPair) {
    const SwitchSettings settings = settings_with(";fault,dead-pair,between=1,2");
    EXPECT_TRUE(settings.path(1, 2).dead);
    EXPECT_TRUE(settings.path(2, 1).dead);
    EXPECT_FALSE(settings.path(1, 3).dead);
}

}  // namespace
}  // namespace fabricmap::lab
