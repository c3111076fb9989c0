// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/judging.hpp"

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

}  // namespace
}  // namespace fabricmap::diagnosis
