// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "diagnosis/reports/reports.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/not_measured.hpp"

namespace fabricmap::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::fabric;
using testing::found_in;
using ::testing::HasSubstr;
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

HeldRun without_lengths(const std::string& statements) {
    HeldRun run{fabric(statements)};
    run.description.complete = false;
    run.description.message_lengths.clear();
    for (auto& [statistic, planes] : run.planes) planes.clear();
    return run;
}

TEST(UnresponsiveHost, IsAFaultWhereTheRunHungBeforeItsFirstLengthWasComplete) {
    HeldRun run = without_lengths(tree_that_hung);
    EXPECT_EQ(verdict_of(judge(runs_of(run.run()))), Verdict::undecided) << "interrupted";
    run.description.unresponsive_hosts = {"node13"};
    const Diagnosis diagnosis = judge(runs_of(run.run()));
    EXPECT_EQ(verdict_of(diagnosis), Verdict::faults);
    EXPECT_THAT(found_in(diagnosis), ElementsAre("failed_pair of node13, both"));
    const auto names_it = HasSubstr("node13 answered nobody when the run hung");
    EXPECT_THAT(terminal_report(diagnosis), names_it);
    EXPECT_THAT(json_report(diagnosis), AllOf(names_it, HasSubstr("\"verdict\": \"faults\"")));
    EXPECT_THAT(html_report(diagnosis), names_it);
    EXPECT_THAT(prometheus_report(diagnosis), HasSubstr("node13"));
}

TEST(UnresponsiveHost, IsAFaultWhereTheRunOfBothWaysHungBeforeItsFirstLength) {
    HeldRun both = without_lengths(tree_that_hung + ";sweep,type=async_one_to_one");
    const auto judged = [&] { return judge(runs_of(both.run(), fabric(tree_that_hung))); };
    EXPECT_EQ(verdict_of(judged()), Verdict::undecided) << "interrupted";
    both.description.unresponsive_hosts = {"node13"};
    EXPECT_THAT(found_in(judged()), ElementsAre("failed_pair of node13, both"));
}

TEST(RunWithoutLengths, IsNotComparedWithOthers) {
    Request request;
    request.runs = runs_of(without_lengths(tree_that_hung).run());
    request.baseline = runs_of(fabric(tree_that_hung));
    EXPECT_THROW(judge(std::move(request)), FileError);
}

TEST(UnresponsiveHost, IsAFaultWhereItAnsweredNobodyInTheRunOfBothWays) {
    HeldRun both{fabric(tree_that_hung + ";sweep,type=async_one_to_one")};
    const auto judged = [&] { return judge(runs_of(fabric(tree_that_hung), both.run())); };
    EXPECT_EQ(verdict_of(judged()), Verdict::healthy) << "the healthy twin";
    both.description.unresponsive_hosts = {"node13"};
    EXPECT_THAT(found_in(judged()), ElementsAre("failed_pair of node13, both"));
}

TEST(UnresponsiveHost, IsEachOfThoseThatHaveItsName) {
    HeldRun run{fabric(tree_that_hung)};
    run.description.ranks[13].host = run.description.ranks[4].host;
    EXPECT_THAT(found_in(judge(runs_of(run.run()))), IsEmpty()) << "the healthy twin";
    run.description.unresponsive_hosts = {"node04"};
    EXPECT_THAT(found_in(judge(runs_of(run.run()))),
                ElementsAre("failed_pair of node04#4, both", "failed_pair of node04#13, both"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
