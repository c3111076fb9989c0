// SPDX-License-Identifier: Apache-2.0
// What the shortest explanation says where only some pairs were measured, where kinds are declared, where
// values are noisy, and where a few of many lengths are slow.
#include "diagnosis/model/finding_kinds.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <limits>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::fabric;
using testing::found_in;
using testing::HeldRun;
using ::testing::IsEmpty;

Diagnosis explained(const HeldRun& run, double min_effect = 0.05,
                    std::optional<DeclaredKinds> kinds = std::nullopt) {
    Request request;
    request.runs = testing::runs_of(run.run());
    request.min_effect = min_effect;
    request.kinds = std::move(kinds);
    return testing::judge(std::move(request));
}

/// Of a fabric of hosts, a power of two, each measured with so many others.
Diagnosis explained_sample(const std::string& statements, Eigen::Index partners) {
    HeldRun run{fabric(statements)};
    run.description.schedule = Schedule{ScheduleKind::rounds, 1, PairSample{.rounds = 2}, true};
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if ((sender ^ receiver) > partners) delay = std::numeric_limits<double>::quiet_NaN();
    });
    return explained(run);
}

TEST(ExplainedSample, NamesAHostByTheFewThatItWasMeasuredWith) {
    for (const int partners : {4, 8}) {
        const std::string healthy = "fat-tree,hosts=32,leaf=32;noise,2%";
        EXPECT_THAT(found_in(explained_sample(healthy, partners)), IsEmpty());
        EXPECT_THAT(found_in(explained_sample(healthy + ";fault,slow-node,host=5,factor=2", partners)),
                    ElementsAre("slow_node of node05, both"))
            << partners;
    }
}

TEST(ExplainedSample, NamesNoHostThatTooFewShow) {
    EXPECT_THAT(
        found_in(explained_sample("fat-tree,hosts=32,leaf=8;noise,2%;fault,slow-node,host=5,factor=2", 3)),
        IsEmpty());
}

TEST(ExplainedKinds, AreJudgedAmongTheirLikeWhereTheyAreDeclared) {
    HeldRun run{fabric("fat-tree,hosts=32,leaf=8;noise,2%;fault,slow-node,host=12,factor=1.5")};
    DeclaredKinds kinds;
    for (int host = 0; host < 32; ++host)
        kinds.of_host.emplace(fmt::format("node{:02}", host), host % 4 == 0 ? "old" : "new");
    run.alter([](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        for (const Eigen::Index host : {sender, receiver}) delay *= host % 4 == 0 ? 1.3 : 1;
    });
    EXPECT_THAT(found_in(explained(run, 0.05, kinds)), ElementsAre("slow_node of node12, both"));
}

TEST(ExplainedNoise, OfAHostIsNoPartOfItsPairs) {
    const HeldRun run{fabric("fat-tree,hosts=32,leaf=8;noise,2%;fault,noisy-node,host=9,factor=4")};
    EXPECT_THAT(found_in(explained(run)), IsEmpty());
}

TEST(ExplainedNoise, OfSingleValuesAllOverTheMachineIsNoFinding) {
    HeldRun run{fabric("fat-tree,hosts=64,leaf=8;noise,2%;sweep,lengths=0,1K,64K,1M")};
    run.alter([](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (k == 2 && (sender * 64 + receiver) % 101 == 0) delay *= 3;
    });
    EXPECT_THAT(found_in(explained(run)), IsEmpty());
}

TEST(ExplainedHost, IsNoneBelowTheSmallestEffect) {
    const HeldRun eight{fabric("fat-tree,hosts=32,leaf=8;noise,0.5%;fault,slow-node,host=3,factor=1.08")};
    const HeldRun three{fabric("fat-tree,hosts=32,leaf=8;noise,0.5%;fault,slow-node,host=3,factor=1.03")};
    EXPECT_THAT(found_in(explained(eight)), ElementsAre("slow_node of node03, both"));
    EXPECT_THAT(found_in(explained(eight, 0.1)), IsEmpty());
    EXPECT_THAT(found_in(explained(three, 0.02)), ElementsAre("slow_node of node03, both"));
}

/// A band of lengths holds others beside it.
TEST(ExplainedHost, IsTheMoreSlowWhereItIsSlowAtOneOfManyLengths) {
    HeldRun run{fabric("fat-tree,hosts=32,leaf=8;noise,2%;sweep,lengths=count:24")};
    run.alter([](std::size_t k, Eigen::Index sender, Eigen::Index, double& delay) {
        if (sender == 5 && k == 14) delay *= 6;
    });
    const Diagnosis diagnosis = explained(run);
    ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_node of node05, sender"));
    const Finding& finding = diagnosis.findings.front();
    EXPECT_NEAR(finding.effect->factor, 6, 0.3);
    EXPECT_EQ(finding.from_length_bytes, run.description.message_lengths[14]);
    EXPECT_EQ(finding.to_length_bytes, run.description.message_lengths[14]);
}

TEST(ExplainedHost, SaysWhetherItsSlowPartnersAreTheSame) {
    HeldRun run{fabric("fat-tree,hosts=32,leaf=8;noise,2%;sweep,lengths=0,1K,4K,16K,64K,1M")};
    run.alter([](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        const bool is_its = sender == 9 || receiver == 9;
        if (is_its && (sender + receiver) % 3 == 1) delay *= 1.6;
    });
    const Diagnosis diagnosis = explained(run);
    ASSERT_THAT(found_in(diagnosis), ElementsAre("partly_slow_node of node09, both"));
    EXPECT_THAT(diagnosis.findings.front().evidence.notes.back().text(),
                ::testing::HasSubstr("Always with the same"));
}

TEST(ExplainedFewHosts, DoNotShowWhichPartMakesAPairOfThreeSlow) {
    for (const int hosts : {3, 4}) {
        HeldRun run{fabric(fmt::format("host,hosts={};noise,1%", hosts))};
        EXPECT_THAT(found_in(explained(run)), IsEmpty()) << hosts;
        run.alter([](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
            if (sender + receiver == 1) delay *= 1.6;
        });
        const Diagnosis diagnosis = explained(run);
        ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_link of link node0 <-> node1, both")) << hosts;
        const std::string advice = advice_on(diagnosis.findings.front());
        const bool leaves_open = advice.find("cannot show which part") != std::string::npos;
        EXPECT_EQ(leaves_open, hosts == 3) << advice;
    }
}

}  // namespace
}  // namespace fabricmap::diagnosis
