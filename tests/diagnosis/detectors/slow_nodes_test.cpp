// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::fabric;
using testing::found_in;
using ::testing::HasSubstr;
using testing::HeldRun;
using ::testing::IsEmpty;
using testing::judge;
using testing::reason_against;
using testing::runs_of;
using ::testing::UnorderedElementsAre;

const std::string healthy_tree = "fat-tree,hosts=32,leaf=8;noise,2%";

TEST(SlowNode, IsReportedWithSideFactorAndLength) {
    const Diagnosis diagnosis = judge(
        "fat-tree,hosts=32,leaf=8,ranks-per-host=2;noise,2%;fault,slow-receiver,host=17,factor=3,from=16K");
    ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_node of node17, receiver"));
    const Finding& finding = diagnosis.findings.front();
    EXPECT_THAT(finding.ranks, ElementsAre(34, 35));
    EXPECT_NEAR(finding.effect->factor, 3, 0.05);
    EXPECT_LE(finding.effect->interval.low, finding.effect->factor);
    EXPECT_GE(finding.effect->interval.high, finding.effect->factor);
    EXPECT_EQ(finding.from_length_bytes, 16 << 10);
    EXPECT_EQ(finding.to_length_bytes, 4 << 20);
    EXPECT_GT(*finding.confidence, 0.999);
    EXPECT_LE(*finding.confidence, 1);
    ASSERT_EQ(finding.evidence.curve.size(), diagnosis.lengths.size());
    for (std::size_t k = 0; k < diagnosis.lengths.size(); ++k) {
        EXPECT_NEAR(finding.evidence.curve[k], diagnosis.lengths[k] < 16 << 10 ? 1 : 3, 0.1) << k;
    }
}

TEST(SlowNode, HasNoSideInRoundTrips) {
    const Diagnosis diagnosis =
        judge(fmt::format("{};fault,slow-sender,host=3,factor=2;sweep,timing=round_trip", healthy_tree));
    ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_node of node03, both"));
    // Half of the path there and back is slow.
    EXPECT_NEAR(diagnosis.findings.front().effect->factor, 1.5, 0.03);
}

TEST(SlowNode, HasNoSideByOneWayTimingOfShortMessages) {
    EXPECT_THAT(found_in(judge(fmt::format(
                    "{};fault,slow-sender,host=3,factor=2;sweep,timing=one_way,lengths=0,1,2,4,8,16,32,64",
                    healthy_tree))),
                ElementsAre("slow_node of node03, both"));
}

TEST(SlowNode, HasASideByOneWayTimingOfLongMessages) {
    EXPECT_THAT(found_in(judge(
                    fmt::format("{};fault,slow-sender,host=3,factor=2;sweep,timing=one_way", healthy_tree))),
                ElementsAre("slow_node of node03, sender"));
}

TEST(SlowNode, HasASideByACommonClock) {
    EXPECT_THAT(found_in(judge(fmt::format("{};fault,slow-receiver,host=3,factor=2;sweep,timing=synchronized,"
                                           "lengths=0,1,2,4,8,16,32,64",
                                           healthy_tree))),
                ElementsAre("slow_node of node03, receiver"));
}

TEST(SlowNode, IsNoneBelowTheSmallestEffect) {
    const std::string eight_percent = fmt::format("{};fault,slow-node,host=3,factor=1.08", healthy_tree);
    EXPECT_THAT(found_in(judge(eight_percent)), ElementsAre("slow_node of node03, both"));
    EXPECT_THAT(found_in(judge(eight_percent, 0.1)), IsEmpty());
    const std::string three_percent = fmt::format("{};fault,slow-node,host=3,factor=1.03", healthy_tree);
    EXPECT_THAT(found_in(judge(three_percent)), IsEmpty());
    EXPECT_THAT(found_in(judge(three_percent, 0.02)), ElementsAre("slow_node of node03, both"));
}

TEST(SlowNodes, TwoOfThemMakeNoSlowLinkBetweenThem) {
    const std::string statements =
        fmt::format("{};fault,slow-node,host=3,factor=2;fault,slow-node,host=20,factor=1.5", healthy_tree);
    const auto both = UnorderedElementsAre("slow_node of node03, both", "slow_node of node20, both");
    EXPECT_THAT(found_in(judge(statements)), both);
    const auto with_factor_between = [&](double factor) {
        HeldRun run{fabric(statements)};
        const HeldRun well{fabric(healthy_tree)};
        run.alter([&](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay) {
            if ((sender == 3 && receiver == 20) || (sender == 20 && receiver == 3))
                delay = factor * well.planes.at(Statistic::median)[k](sender, receiver);
        });
        return found_in(judge(runs_of(run.run())));
    };
    // However their delays add up on the path between them.
    for (const double factor : {2.0, 3.0}) EXPECT_THAT(with_factor_between(factor), both) << factor;
    // Twice the product of both is more than they explain.
    EXPECT_THAT(with_factor_between(6),
                UnorderedElementsAre("slow_node of node03, both", "slow_node of node20, both",
                                     "slow_link of link node03 <-> node20, both"));
}

/// What a port of a tenth of the rate adds to a message of the number k among the lengths.
double of_a_slow_port(const HeldRun& run, std::size_t k) {
    constexpr double added_s_per_byte = 72e-9;
    return added_s_per_byte * static_cast<double>(run.description.message_lengths[k]);
}

TEST(SlowNode, ThatAddsATimeMakesNoSlowLinkToItsNeighbours) {
    // To the six hosts beside it the same time is a larger ratio than to the others.
    HeldRun run{fabric("fat-tree,hosts=21,leaf=7;noise,1%;latency,level1=50us,level2=200us")};
    run.alter([&](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (receiver == 4 && sender != 4) delay += of_a_slow_port(run, k);
    });
    EXPECT_THAT(found_in(judge(runs_of(run.run()))), ElementsAre("slow_node of node04, receiver"));
}

TEST(SlowNode, ThatAddsATimeLeavesALinkThatAddsMoreToTheLink) {
    HeldRun run{fabric("fat-tree,hosts=21,leaf=7;noise,1%;latency,level1=50us,level2=200us")};
    run.alter([&](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (receiver == 4 && sender != 4) delay += of_a_slow_port(run, k);
        if (receiver == 4 && sender == 1) delay *= 2;
    });
    EXPECT_THAT(
        found_in(judge(runs_of(run.run()))),
        UnorderedElementsAre("slow_node of node04, receiver", "slow_link of link node01 -> node04, sender"));
}

TEST(SlowNode, LeavesALinkToANeighbourToTheLink) {
    const std::string two_levels = "fat-tree,hosts=21,leaf=7;noise,1%;latency,level1=50us,level2=200us";
    const auto both =
        UnorderedElementsAre("slow_node of node04, receiver", "slow_link of link node01 -> node04, sender");
    EXPECT_THAT(
        found_in(judge(two_levels + ";sweep,timing=synchronized;fault,slow-port,host=4,rate=1.25GB,"
                                    "side=receiver;fault,slow-link,sender=1,receiver=4,factor=2,from=64K")),
        both);
    EXPECT_THAT(found_in(judge(two_levels +
                               ";sweep,timing=synchronized,lengths=0,64,128,256,512,1K;fault,slow-receiver,"
                               "host=4,factor=1.2;fault,slow-link,sender=1,receiver=4,factor=10")),
                both);
}

TEST(SlowNode, ThatAddsATimeIsReportedWhereMostPathsAreFartherThanItsMiddleOne) {
    for (const char* const torus :
         {"size=4x4x4;latency,base=5us,hop=50us", "size=6x6;latency,base=5us,hop=50us",
          "size=16;latency,base=5us,hop=50us"}) {
        EXPECT_THAT(found_in(judge(fmt::format("torus,{};noise,1%;sweep,timing=synchronized;"
                                               "fault,slow-port,host=4,rate=1.25GB,side=receiver",
                                               torus))),
                    ElementsAre(::testing::MatchesRegex("slow_node of node0?4, receiver")))
            << torus;
    }
}

TEST(SlowNodes, SeveralAreAllReported) {
    std::string statements = healthy_tree;
    for (const int host : {1, 9, 12, 25, 30})
        statements += fmt::format(";fault,slow-node,host={},factor=1.4", host);
    EXPECT_THAT(found_in(judge(statements)),
                UnorderedElementsAre("slow_node of node01, both", "slow_node of node09, both",
                                     "slow_node of node12, both", "slow_node of node25, both",
                                     "slow_node of node30, both"));
}

TEST(SlowNode, IsFoundInAnyMode) {
    for (const std::string mode : {"all_to_all", "async_one_to_one", "put_one_to_one", "bcast"}) {
        EXPECT_THAT(found_in(judge(fmt::format("{};fault,slow-sender,host=3,factor=2;sweep,type={}",
                                               healthy_tree, mode))),
                    ElementsAre("slow_node of node03, sender"))
            << mode;
    }
}

TEST(SlowNode, IsFoundByOneStatisticAlone) {
    const fabricmap::Run run = fabric(fmt::format("{};fault,slow-sender,host=3,factor=2", healthy_tree));
    for (const Statistic statistic : {Statistic::minimum, Statistic::average, Statistic::maximum}) {
        const Diagnosis diagnosis = judge(runs_of(HeldRun(run, {statistic}).run()));
        EXPECT_THAT(found_in(diagnosis), ElementsAre("slow_node of node03, sender")) << name_of(statistic);
        EXPECT_EQ(diagnosis.runs.front().statistic, statistic);
        EXPECT_THAT(reason_against(diagnosis, "noisy hosts"), HasSubstr("deviation"));
    }
}

TEST(SlowNode, IsJudgedByTheLengthsWhereItIsSlowHoweverFewTheyAre) {
    const std::string tree =
        "fat-tree,hosts=32,leaf=8;noise,2%;fault,slow-receiver,host=17,factor=3,from=16K";
    for (const std::string lengths : {"64K", "0,64K", "0,1K,64K", "0,512,1K,64K,1M"}) {
        const Diagnosis diagnosis = judge(fmt::format("{};sweep,lengths={}", tree, lengths));
        ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_node of node17, receiver")) << lengths;
        EXPECT_NEAR(diagnosis.findings.front().effect->factor, 3, 0.1) << lengths;
        EXPECT_EQ(diagnosis.findings.front().from_length_bytes, 65'536) << lengths;
    }
}

TEST(SlowNode, ThatIsSlowAtAFewLengthsIsReportedAtThose) {
    const std::string few = "0,1K,4K,16K,64K,1M";
    struct Expected {
        std::string lengths;
        std::size_t first;
        std::size_t last;
        double factor;
    };
    for (const auto& [lengths, first, last, factor] :
         {Expected{few, 1, 1, 6.0}, Expected{few, 1, 3, 2.0}, Expected{few, 4, 4, 1.5},
          Expected{"count:24", 14, 14, 6.0}, Expected{"count:24", 10, 20, 1.5}}) {
        HeldRun run{fabric(fmt::format("fat-tree,hosts=32,leaf=8;noise,2%;sweep,lengths={}", lengths))};
        run.alter([&](std::size_t k, Eigen::Index sender, Eigen::Index, double& delay) {
            if (sender == 5 && k >= first && k <= last) delay *= factor;
        });
        const Diagnosis diagnosis = judge(runs_of(run.run()));
        ASSERT_EQ(diagnosis.findings.size(), 1U);
        const Finding& finding = diagnosis.findings.front();
        EXPECT_EQ(finding.kind, FindingKind::slow_node);
        EXPECT_THAT(hosts_of(finding.part), ElementsAre("node05"));
        EXPECT_EQ(finding.side, Side::sender) << first << " to " << last;
        EXPECT_NEAR(finding.effect->factor, factor, 0.05 * factor);
        EXPECT_EQ(finding.from_length_bytes, run.description.message_lengths[first]);
        EXPECT_EQ(finding.to_length_bytes, run.description.message_lengths[last]);
    }
}

TEST(SlowNode, IsFoundAtASingleLength) {
    const Diagnosis diagnosis =
        judge(fmt::format("{};fault,slow-node,host=3,factor=2;sweep,lengths=64K", healthy_tree));
    EXPECT_THAT(found_in(diagnosis), ElementsAre("slow_node of node03, both"));
    EXPECT_THAT(reason_against(diagnosis, "protocol thresholds"), HasSubstr("1 length"));
}

TEST(SlowNode, StatesWhatASingleDirectionWouldBeWhereHalfARoundTripHidesIt) {
    const Diagnosis diagnosis =
        judge("fat-tree,hosts=32,leaf=8;noise,2%;fault,slow-sender,host=3,factor=2;sweep,lengths=0,8");
    ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_node of node03, both"));
    EXPECT_NEAR(diagnosis.findings.front().effect->factor, 1.5, 0.03);
    ASSERT_EQ(diagnosis.findings.front().evidence.notes.size(), 1U);
    EXPECT_THAT(diagnosis.findings.front().evidence.notes.front().text(),
                ::testing::ContainsRegex("a single one would be (1.9|2|2.0)[0-9]* times"));
}

TEST(SlowNode, IsFoundAmongThreeHosts) {
    EXPECT_THAT(found_in(judge("host,hosts=3;noise,2%;fault,slow-sender,host=2,factor=2")),
                ElementsAre("slow_node of node2, sender"));
}

TEST(SlowNode, IsNotLookedForAmongTwoHosts) {
    const Diagnosis diagnosis = judge("host,hosts=2,ranks-per-host=4;noise,2%");
    EXPECT_THAT(diagnosis.findings, IsEmpty());
    EXPECT_THAT(reason_against(diagnosis, "slow hosts"), HasSubstr("fewer than three hosts"));
}

TEST(SlowNode, IsNotLookedForOnOneHostOfTwoRanks) {
    const Diagnosis diagnosis = judge("host,ranks-per-host=2;noise,2%");
    EXPECT_THAT(diagnosis.findings, IsEmpty());
    EXPECT_EQ(diagnosis.ranks, 2);
    for (const std::string what : {"slow hosts", "slow ranks", "slow links", "half-duplex links"})
        EXPECT_THAT(reason_against(diagnosis, what), ::testing::Not(IsEmpty())) << what;
}

}  // namespace
}  // namespace fabricmap::diagnosis
