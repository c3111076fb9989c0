// SPDX-License-Identifier: Apache-2.0
#include "measuring/watch/beacon.hpp"

#include <gtest/gtest.h>

#include <arpa/inet.h>

namespace fabricmap {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds look{100};
constexpr milliseconds timeout{4000};

/// Rank 0 and two other hosts, whose first ranks are 2 and 4, over the loopback device.
class ThreeHosts : public ::testing::Test {
  protected:
    ThreeHosts() { hub.expect({2, 4}); }

    /// All look once; who is cut off does not.
    FleetState pass(std::uint64_t activity, bool second = true, bool third = true) {
        if (second) south.look(activity, look, timeout);
        if (third) west.look(activity, look, timeout);
        return hub.look(1, look, timeout);
    }
    FleetState pass_for(milliseconds time, bool second, bool third) {
        FleetState state;
        for (milliseconds passed{0}; passed < time; passed += look) state = pass(1, second, third);
        return state;
    }

    [[nodiscard]] BeaconAddress loopback() const {
        BeaconAddress address = hub.address();
        address.hosts = {htonl(INADDR_LOOPBACK)};
        return address;
    }

    BeaconHub hub;
    Beacon south{loopback(), 2};
    Beacon west{loopback(), 4};
};

TEST_F(ThreeHosts, AreAllHeardAtTheirFirstReports) {
    EXPECT_EQ(pass_for(seconds(10), true, true).silent_rank, -1);
    EXPECT_TRUE(hub.has_all_hosts());
    EXPECT_LT(south.silence(), timeout / 4);
}

TEST_F(ThreeHosts, NameTheOneThatFallsSilent) {
    pass_for(seconds(1), true, true);
    EXPECT_EQ(pass_for(timeout / 4, true, false).silent_rank, -1) << "it may be late";
    EXPECT_EQ(pass_for(timeout / 2, true, false).silent_rank, 4);
    EXPECT_GE(hub.silence(), timeout / 2);
    EXPECT_EQ(south.look(1, look, timeout).silent_rank, 4) << "the other one hears of it";
}

TEST_F(ThreeHosts, NameTheOneThatReportedOnlyOnce) {
    EXPECT_EQ(pass_for(timeout, false, true).silent_rank, 2);
}

TEST(BeaconHub, ThatHearsNobodyAccusesNobody) {
    BeaconHub behind_a_firewall;
    behind_a_firewall.expect({2, 4});
    FleetState state;
    for (milliseconds passed{0}; passed < 2 * timeout; passed += look)
        state = behind_a_firewall.look(1, look, timeout);
    EXPECT_EQ(state.silent_rank, -1);
    EXPECT_FALSE(behind_a_firewall.has_all_hosts());
}

TEST(BeaconHub, ThatHearsSomeKnowsWhichItDoesNotHear) {
    BeaconHub hub;
    hub.expect({2, 4});
    BeaconAddress address = hub.address();
    address.hosts = {htonl(INADDR_LOOPBACK)};
    Beacon west(address, 4);
    FleetState state;
    for (milliseconds passed{0}; passed < timeout; passed += look) {
        west.look(1, look, timeout);
        state = hub.look(1, look, timeout);
    }
    EXPECT_EQ(state.silent_rank, 2);
    EXPECT_FALSE(hub.has_all_hosts());
}

TEST_F(ThreeHosts, WhichAllFallSilentAreNotToBlame) {
    pass_for(seconds(1), true, true);
    EXPECT_EQ(pass_for(timeout, false, false).silent_rank, 0);
}

TEST_F(ThreeHosts, AreStillOnlyWhenNothingMovesOnAnyOfThem) {
    pass_for(seconds(1), true, true);
    EXPECT_GE(pass_for(seconds(2), true, true).still_ms, 2000);
    south.look(7, timeout, timeout);
    EXPECT_LT(pass(7).still_ms, 1000);
}

TEST_F(ThreeHosts, NoticeThatTheFirstRankDoesNotAnswer) {
    pass_for(seconds(1), true, true);
    for (milliseconds passed{0}; passed < timeout; passed += look) south.look(1, look, timeout);
    EXPECT_GE(south.silence(), timeout - 2 * look);
    EXPECT_EQ(Beacon(loopback(), 2).silence(), milliseconds(0)) << "who was never answered";
}

TEST_F(ThreeHosts, ListenToNobodyElse) {
    BeaconAddress other = loopback();
    ++other.token;
    Beacon stranger(other, 2);
    stranger.look(1, look, timeout);
    pass_for(timeout, false, true);
    EXPECT_EQ(pass(1, false, true).silent_rank, 2);
}

}  // namespace
}  // namespace fabricmap
