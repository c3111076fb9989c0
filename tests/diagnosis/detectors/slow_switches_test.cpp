// SPDX-License-Identifier: Apache-2.0
#include "base/mixing.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <cmath>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::found_in;
using testing::judge;

const std::string tree_with_slow_switch = "fat-tree,hosts=64,leaf=8x4;noise,2%;fault,slow-switch,";

TEST(SlowSwitch, IsReportedWithItsHostsAndSideAndNoHostOfIt) {
    for (const std::string side : {"sender", "receiver", "both"}) {
        const Diagnosis diagnosis =
            judge(fmt::format("{}switch=2,side={},factor=1.4", tree_with_slow_switch, side));
        ASSERT_THAT(found_in(diagnosis),
                    ElementsAre(fmt::format("slow_switch of switch of node[16-23], {}", side)));
        EXPECT_NEAR(diagnosis.findings.front().effect->factor, 1.4, 0.03);
        EXPECT_EQ(hosts_of(diagnosis.findings.front().part).size(), 8);
    }
}

TEST(SlowSwitch, OfAFlatTreeIsReported) {
    EXPECT_THAT(found_in(judge(
                    "fat-tree,hosts=32,leaf=8;noise,2%;fault,slow-switch,switch=2,side=receiver,factor=1.3")),
                ElementsAre("slow_switch of switch of node[16-23], receiver"));
}

/// Of eight leaves one hardly stands out where hosts differ for good, though all of its hosts do.
TEST(SlowSwitch, IsNamedInPlaceOfItsHosts) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        testing::HeldRun run{
            testing::fabric("fat-tree,hosts=64,leaf=8x4;noise,2%;sweep,lengths=0,1K,64K,1M")};
        const auto own_factor = [&](Eigen::Index host) {
            return 1 + 0.01 * static_cast<double>(mix(static_cast<std::uint64_t>(host) + 100 * seed) % 5);
        };
        run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
            const bool is_over_uplink = sender / 8 == 5 && receiver / 8 != 5;
            delay *= std::sqrt(own_factor(sender) * own_factor(receiver)) * (is_over_uplink ? 1.12 : 1);
        });
        EXPECT_THAT(found_in(judge(testing::runs_of(run.run()))),
                    ElementsAre("slow_switch of switch of node[40-47], sender"))
            << seed;
    }
}

TEST(SlowPath, BetweenTwoSwitchesIsReportedWithItsDirection) {
    const Diagnosis diagnosis = judge(fmt::format("{}switch=5,to=1,factor=1.2", tree_with_slow_switch));
    ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_switch of node[40-47] -> node[08-15], sender"));
    EXPECT_NEAR(diagnosis.findings.front().effect->factor, 1.2, 0.02);
    EXPECT_EQ(ends_of(diagnosis.findings.front().part)->receivers.size(), 8);
}

TEST(SlowSwitch, BesideASlowHostOfItLeavesTheHostItsOwnPart) {
    EXPECT_THAT(
        found_in(judge(fmt::format("{}switch=2,side=sender,factor=1.4;fault,slow-receiver,host=19,factor=2",
                                   tree_with_slow_switch))),
        ::testing::UnorderedElementsAre("slow_switch of switch of node[16-23], sender",
                                        "slow_node of node19, receiver"));
}

TEST(SlowSwitch, ThatAddsATimeMakesNoSlowLinkToNearerSwitches) {
    testing::HeldRun run{
        testing::fabric("fat-tree,hosts=64,leaf=8x4;noise,1%;latency,level1=10us,level2=50us,level3=200us")};
    constexpr double added_s_per_byte = 10e-9;
    run.alter([&](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (receiver / 8 == 2 && sender / 8 != 2)
            delay += added_s_per_byte * static_cast<double>(run.description.message_lengths[k]);
    });
    EXPECT_THAT(found_in(judge(testing::runs_of(run.run()))),
                ElementsAre("slow_switch of switch of node[16-23], receiver"));
}

TEST(SlowSwitch, IsNotLookedForWhereThereIsNone) {
    EXPECT_NE(testing::reason_against(judge("host,hosts=8;noise,2%"), "slow switches"), "");
}

}  // namespace
}  // namespace fabricmap::diagnosis
