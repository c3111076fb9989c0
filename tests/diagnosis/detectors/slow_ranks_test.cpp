// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <cmath>
#include <random>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::found_in;
using ::testing::HasSubstr;
using testing::judge;
using testing::reason_against;

TEST(SlowRank, OfAHostOfFourIsNotItsHostsFault) {
    const Diagnosis diagnosis = judge(
        "fat-tree,hosts=32,leaf=8,ranks-per-host=4;noise,2%;fault,slow-rank,rank=42,side=receiver,factor=1."
        "4");
    ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_rank of rank 42 on node10, receiver"));
    EXPECT_NEAR(diagnosis.findings.front().effect->factor, 1.4, 0.02);
    EXPECT_THAT(diagnosis.findings.front().ranks, ElementsAre(42));
    EXPECT_THAT(hosts_of(diagnosis.findings.front().part), ElementsAre("node10"));
}

TEST(SlowRank, OfAHostOfTwoIsNotItsHostsFault) {
    EXPECT_THAT(found_in(judge(
                    "fat-tree,hosts=32,leaf=8,ranks-per-host=2;noise,2%;fault,slow-rank,rank=42,factor=1.4")),
                ElementsAre("slow_rank of rank 42 on node21, both"));
}

TEST(SlowRank, OfASingleHostIsFoundAmongTheOthers) {
    EXPECT_THAT(
        found_in(judge("host,ranks-per-host=16,sockets=2;noise,2%;fault,slow-rank,rank=5,factor=1.5")),
        ElementsAre("slow_rank of rank 5 on node0, both"));
    EXPECT_THAT(
        found_in(judge("host,ranks-per-host=4;noise,2%;fault,slow-rank,rank=2,side=sender,factor=1.5")),
        ElementsAre("slow_rank of rank 2 on node0, sender"));
}

TEST(SlowRank, BesideASlowHostIsDistinguished) {
    EXPECT_THAT(
        found_in(judge("fat-tree,hosts=32,leaf=8,ranks-per-host=4;noise,2%;"
                       "fault,slow-rank,rank=42,factor=1.4;fault,slow-node,host=3,factor=1.5")),
        ::testing::UnorderedElementsAre("slow_rank of rank 42 on node10, both", "slow_node of node03, both"));
}

TEST(SlowRank, IsItsHostWhereThatHasOneRank) {
    const Diagnosis diagnosis = judge("fat-tree,hosts=32,leaf=8;noise,2%;fault,slow-rank,rank=9,factor=1.4");
    EXPECT_THAT(found_in(diagnosis), ElementsAre("slow_node of node09, both"));
    EXPECT_THAT(reason_against(diagnosis, "slow ranks"), HasSubstr("one rank"));
}

/// Hosts of two ranks that differ by 2 %, with a second socket farther from the adapter; medians spread
/// by 2.5 %.
testing::HeldRun few_hosts_of_two_ranks(unsigned seed) {
    std::mt19937 generator(seed);
    std::normal_distribution<double> normal;
    testing::HeldRun run(
        testing::fabric("fat-tree,hosts=4,leaf=4,ranks-per-host=2;sweep,lengths=0,8,128,2K,16K,64K,256K,1M"));
    std::vector<double> hosts;
    for (int host = 0; host < 4; ++host) hosts.push_back(std::exp(0.02 * normal(generator)));
    run.alter([&](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay_s) {
        if (sender == receiver) return;
        const auto from = static_cast<std::size_t>(sender / 2);
        const auto to = static_cast<std::size_t>(receiver / 2);
        const double sockets = 55e-9 * static_cast<double>(sender % 2 + receiver % 2);
        const double latency_s = from == to ? 0.4e-6 : (1.2e-6 + sockets) * hosts[from] * hosts[to];
        const auto bytes = static_cast<double>(run.description.message_lengths[k]);
        delay_s = (latency_s + bytes / 11e9) * std::exp(0.025 * normal(generator));
    });
    return run;
}

TEST(SlowRank, IsNotOneOfTwoThatNoiseSetsApart) {
    for (unsigned seed = 0; seed < 40; ++seed) {
        const Diagnosis diagnosis = judge(testing::runs_of(few_hosts_of_two_ranks(seed).run()));
        for (const Finding& finding : diagnosis.findings)
            EXPECT_NE(finding.kind, FindingKind::slow_rank) << seed << ' ' << part_of(finding);
    }
}

TEST(SlowRank, OfFewHostsOfTwoIsNotItsHostsFault) {
    testing::HeldRun run = few_hosts_of_two_ranks(1);
    run.alter([](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay_s) {
        if ((sender == 5) != (receiver == 5) && sender / 2 != receiver / 2) delay_s *= 1.3;
    });
    EXPECT_THAT(found_in(judge(testing::runs_of(run.run()))),
                ::testing::Contains("slow_rank of rank 5 on node2, both"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
