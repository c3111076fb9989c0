// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/uplinks.hpp"

#include "lab/kinds/kind.hpp"
#include "lab/virtual/frame_scheduler.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace fabricmap::lab {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

/// A fat tree whose links and, above its leaves of two hosts, whose uplinks carry 1 Gbit/s: a frame of 12500
/// bytes flows for 100 µs. It travels for 50 µs within a leaf and for 200 µs beyond.
SwitchSettings narrow_tree(int hosts) {
    return settings_of(find_scenario("fat-tree,leaf=2,oversubscription=2,hosts=" + std::to_string(hosts) +
                                     ";latency,level1=50us,level2=200us;bandwidth,link=1Gbit"));
}

struct Entered {
    Nanoseconds time;
    int sender;
    int receiver;
};

/// When each frame of 12500 bytes has arrived, by its number in the order in which they entered.
std::map<std::size_t, Nanoseconds> arrivals(int hosts, const std::vector<Entered>& frames) {
    FrameScheduler scheduler(narrow_tree(hosts));
    for (std::size_t number = 0; number < frames.size(); ++number) {
        const Entered& frame = frames[number];
        EXPECT_TRUE(scheduler.enter(frame.time, {frame.sender, frame.receiver, 12500, number}));
    }
    std::map<std::size_t, Nanoseconds> arrived;
    while (const auto moment = scheduler.next()) {
        while (const auto frame = scheduler.leave(*moment)) arrived[frame->ticket] = *moment;
    }
    return arrived;
}

TEST(Uplinks, AreNotFeltByOnePairAlone) {
    EXPECT_THAT(arrivals(4, {{0us, 0, 2}}), ElementsAre(Pair(0, 300us)));
}

TEST(Uplinks, AreSharedByTheHostsOfALeafThatSendToAnother) {
    EXPECT_THAT(arrivals(4, {{0us, 0, 2}, {0us, 1, 3}}), ElementsAre(Pair(0, 300us), Pair(1, 400us)));
    // From two leaves into one it is the cable down that is shared.
    EXPECT_THAT(arrivals(6, {{0us, 0, 4}, {0us, 2, 5}}), ElementsAre(Pair(0, 300us), Pair(1, 400us)));
}

TEST(Uplinks, ServeWhoComesFirst) {
    // The second frame of host 0 leaves its port at 100 µs and reaches the uplink at 300 µs; the one of host
    // 1 is there at 210 µs.
    EXPECT_THAT(arrivals(4, {{0us, 0, 2}, {0us, 0, 2}, {10us, 1, 3}}),
                ElementsAre(Pair(0, 300us), Pair(1, 500us), Pair(2, 400us)));
}

TEST(Uplinks, CarryBothDirectionsAtOnce) {
    EXPECT_THAT(arrivals(4, {{0us, 0, 2}, {0us, 3, 1}}), ElementsAre(Pair(0, 300us), Pair(1, 300us)));
}

TEST(Uplinks, OfDifferentLeavesAreApart) {
    EXPECT_THAT(arrivals(8, {{0us, 0, 2}, {0us, 4, 6}}), ElementsAre(Pair(0, 300us), Pair(1, 300us)));
}

TEST(Uplinks, AreNotPassedWithinALeaf) {
    EXPECT_THAT(arrivals(4, {{0us, 0, 1}, {0us, 2, 3}}), ElementsAre(Pair(0, 150us), Pair(1, 150us)));
    EXPECT_THAT(arrivals(4, {{0us, 0, 2}, {0us, 1, 0}}), ElementsAre(Pair(0, 300us), Pair(1, 150us)));
}

SwitchSettings settings_of_tree(const std::string& fabric, const std::string& link) {
    return settings_of(find_scenario("fat-tree," + fabric + ";bandwidth,link=" + link));
}

TEST(Uplinks, OfATreeOfThreeLevelsAreNarrowedTwice) {
    const SwitchSettings settings = settings_of_tree("hosts=32,leaf=8x2,oversubscription=2", "100Mbit");
    // Four leaves of 8 × 100 Mbit/s over 2, up and down; two switches of 2 × 400 Mbit/s over 2.
    ASSERT_THAT(settings.cable_rates, AllOf(SizeIs(12), Each(50e6)));
    EXPECT_THAT(settings.path(0, 7).cables, IsEmpty());
    EXPECT_THAT(settings.path(0, 8).cables, ElementsAre(0, 5));
    EXPECT_THAT(settings.path(31, 8).cables, ElementsAre(3, 9, 10, 5));
}

TEST(Uplinks, HaveTheRateOfTheirHostsOverTheOversubscriptionButThatOfALinkAtLeast) {
    EXPECT_THAT(settings_of_tree("hosts=8,leaf=4,oversubscription=2", "1Gbit").cable_rates,
                AllOf(SizeIs(4), Each(0.25e9)));
    EXPECT_THAT(settings_of_tree("hosts=8,leaf=4,oversubscription=4", "1Gbit").cable_rates, Each(0.125e9));
    EXPECT_THAT(settings_of_tree("hosts=8,leaf=4,oversubscription=16", "1Gbit").cable_rates, Each(0.125e9));
}

TEST(Uplinks, AreAsManyCablesOfALinkAsAreGiven) {
    const SwitchSettings settings = settings_of_tree("hosts=16,leaf=4,uplinks=4", "40Mbit");
    EXPECT_THAT(settings.cable_rates, AllOf(SizeIs(8), Each(5e6)));
    EXPECT_THAT(settings.cable_counts, AllOf(SizeIs(8), Each(4)));
    EXPECT_THAT(settings.path(0, 15).cables, ElementsAre(0, 7));
}

TEST(Uplinks, AreFewerBothWaysWhereOneIsLost) {
    const SwitchSettings cables =
        settings_of(find_scenario("fat-tree,hosts=16,leaf=4,uplinks=4;bandwidth,link=40Mbit;"
                                  "fault,lost-uplink,switch=2"));
    EXPECT_THAT(cables.cable_counts, ElementsAre(4, 4, 3, 4, 4, 4, 3, 4));
    EXPECT_THAT(cables.cable_rates, Each(5e6));
    const SwitchSettings whole =
        settings_of(find_scenario("fat-tree,hosts=16,leaf=8;bandwidth,link=40Mbit;"
                                  "fault,lost-uplink,switch=1,count=2,of=8"));
    EXPECT_THAT(whole.cable_rates, ElementsAre(40e6, 30e6, 40e6, 30e6));
    EXPECT_THAT(whole.cable_counts, Each(1));
}

TEST(Uplinks, AreNoneWhereNothingWaitsForThem) {
    EXPECT_THAT(settings_of_tree("hosts=8,leaf=4", "1Gbit").cable_rates, IsEmpty());
    const std::string narrow = "hosts=8,leaf=4,oversubscription=4";
    EXPECT_THAT(settings_of_tree(narrow, "10Gbit").cable_rates, IsEmpty());
    const Scenario fast = find_scenario("fat-tree," + narrow + ";bandwidth,link=10Gbit");
    EXPECT_THAT(not_in_virtual(fast), ElementsAre("bandwidth", "oversubscription"));
    const Scenario slow = find_scenario("fat-tree," + narrow + ";bandwidth,link=1Gbit");
    EXPECT_THAT(not_in_virtual(slow), IsEmpty());
}

}  // namespace
}  // namespace fabricmap::lab
