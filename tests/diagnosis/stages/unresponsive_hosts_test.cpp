// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/not_measured.hpp"

namespace fabricmap::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::fabric;
using testing::found_in;
using testing::HeldRun;
using ::testing::IsEmpty;
using testing::judge;
using testing::not_measured;
using testing::runs_of;

const std::string tree_that_hung = "fat-tree,hosts=32,leaf=8;noise,2%";

TEST(UnresponsiveHost, IsAFaultThoughItWasMeasuredBeforeTheRunHung) {
    HeldRun run{fabric(tree_that_hung)};
    run.description.complete = false;
    EXPECT_EQ(verdict_of(judge(runs_of(run.run()))), Verdict::undecided) << "the healthy twin";
    run.description.unresponsive_hosts = {"node13"};
    const Diagnosis diagnosis = judge(runs_of(run.run()));
    EXPECT_EQ(verdict_of(diagnosis), Verdict::faults);
    ASSERT_THAT(found_in(diagnosis), ElementsAre("failed_pair of node13, both"));
    EXPECT_EQ(sentence_of(diagnosis.findings.front()), "node13 answered nobody when the run hung");
}

TEST(UnresponsiveHost, IsReportedOnceWhereTheRestWasMeasuredWithoutIt) {
    HeldRun run{fabric(tree_that_hung)};
    run.alter([](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (k > 0 && (sender == 13 || receiver == 13)) delay = not_measured;
    });
    run.description.unresponsive_hosts = {"node13"};
    run.description.excluded_hosts = {"node13"};
    const Diagnosis diagnosis = judge(runs_of(run.run()));
    EXPECT_THAT(found_in(diagnosis), ElementsAre("failed_pair of node13, both"));
    for (const auto& entry : diagnosis.not_examined) EXPECT_NE(entry.what, "node13");
}

}  // namespace
}  // namespace fabricmap::diagnosis
