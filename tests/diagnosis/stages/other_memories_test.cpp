// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/other_memories.hpp"

#include "base/errors.hpp"
#include "base/json_values.hpp"
#include "diagnosis/reports/reports.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/expectations.hpp"

namespace fabricmap::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::HeldRun;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr MessageMemory in_cuda{MemoryKind::cuda, MemoryKind::cuda};
const std::string eight_hosts = "fat-tree,hosts=8,leaf=4;sweep,lengths=count:3:1K:64K";

/// Of eight hosts, all of whose messages take so long.
HeldRun uniform_run(double delay_s, const std::optional<MessageMemory>& memory) {
    HeldRun held{testing::fabric(eight_hosts)};
    held.description.memory = memory;
    held.alter([&](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& value) {
        value = sender == receiver ? 0 : delay_s * static_cast<double>(k + 1);
    });
    return held;
}

TEST(OtherMemories, StandBesideTheRunThatIsJudged) {
    const Diagnosis diagnosis = testing::judge(testing::runs_of(
        uniform_run(2e-6, MessageMemory()).run("in_host"), uniform_run(150e-6, in_cuda).run("in_cuda")));
    ASSERT_THAT(diagnosis.other_memories, SizeIs(1));
    const OtherMemory& other = diagnosis.other_memories.front();
    EXPECT_EQ(other.label, "in_cuda");
    EXPECT_EQ(other.memory, in_cuda);
    ASSERT_EQ(other.classes.size(), diagnosis.classes.size());
    for (const ClassCurve& curve : other.classes) {
        ASSERT_EQ(curve.median_s.size(), diagnosis.lengths.size());
        for (std::size_t k = 0; k < curve.median_s.size(); ++k)
            EXPECT_NEAR(curve.median_s[k], 150e-6 * static_cast<double>(k + 1), 1e-9);
    }
    EXPECT_THAT(testing::reason_against(diagnosis, "in_cuda"), IsEmpty());
    EXPECT_THAT(diagnosis.findings, IsEmpty()) << "slower memory is no fault";
    const std::string report = terminal_report(diagnosis);
    EXPECT_THAT(report, AllOf(HasSubstr("Memory of the messages, medians"), HasSubstr("host          cuda"),
                              HasSubstr("2 µs        150 µs")));
    EXPECT_THAT(report, HasSubstr("in_cuda: median of one_to_one, messages in cuda memory"));
    const Json json = Json::parse(json_report(diagnosis));
    EXPECT_EQ(json["runs"][1]["memory"], "cuda");
    EXPECT_EQ(json["other_memories"][0]["memory"], "cuda");
    EXPECT_NEAR(json["other_memories"][0]["classes"][0]["median_s"][0].get<double>(), 150e-6, 1e-9);
    EXPECT_THAT(html_report(diagnosis), HasSubstr("in cuda memory"));
}

TEST(OtherMemories, AreNoneWhereAllRunsAreOfOne) {
    const Diagnosis diagnosis = testing::judge(testing::runs_of(
        uniform_run(2e-6, std::nullopt).run("older"), uniform_run(3e-6, MessageMemory()).run("newer")));
    EXPECT_THAT(diagnosis.other_memories, IsEmpty());
    EXPECT_THAT(terminal_report(diagnosis), Not(HasSubstr("Memory of the messages")));
    EXPECT_THAT(testing::reason_against(diagnosis, "newer"), HasSubstr("only the first run of a mode"));
}

TEST(OtherMemories, OfAnotherTimingDoNotStandBeside) {
    HeldRun other = uniform_run(150e-6, in_cuda);
    other.description.timing = Timing::round_trip;
    const Diagnosis diagnosis =
        testing::judge(testing::runs_of(uniform_run(2e-6, MessageMemory()).run(), other.run("round_trips")));
    EXPECT_THAT(diagnosis.other_memories, IsEmpty());
    EXPECT_THAT(testing::reason_against(diagnosis, "round_trips"), Not(IsEmpty()));
}

TEST(OtherMemories, AreNoBaseline) {
    Request request;
    request.runs = testing::runs_of(uniform_run(150e-6, in_cuda).run("now"));
    request.baseline = testing::runs_of(uniform_run(2e-6, std::nullopt).run("before"));
    EXPECT_THAT(
        testing::error_of<UsageError>([&] { (void)testing::judge(request); }),
        AllOf(
            HasSubstr("--baseline before: its messages lay in host memory, those of the run in cuda memory"),
            HasSubstr("side by side")));
}

TEST(OtherMemories, TakeNoPartInAComparison) {
    Request request;
    request.runs =
        testing::runs_of(uniform_run(2e-6, std::nullopt).run("now"), uniform_run(9e-6, in_cuda).run());
    request.baseline = testing::runs_of(uniform_run(2e-6, MessageMemory()).run("before"));
    const Diagnosis diagnosis = testing::judge(request);
    ASSERT_TRUE(diagnosis.comparison);
    EXPECT_EQ(diagnosis.comparison->runs, 1);
    EXPECT_NEAR(diagnosis.comparison->overall_factor, 1, 1e-6);
}

// Half duplex is what messages of both directions take longer in the same memory.
TEST(OtherMemories, ShowNoHalfDuplexLinks) {
    HeldRun both = uniform_run(20e-6, in_cuda);
    both.description.mode = Mode::async_one_to_one;
    both.description.timing = std::nullopt;
    const Diagnosis diagnosis =
        testing::judge(testing::runs_of(uniform_run(2e-6, MessageMemory()).run(), both.run("async")));
    EXPECT_THAT(diagnosis.findings, IsEmpty());
    EXPECT_THAT(testing::reason_against(diagnosis, "async"), Not(IsEmpty()));
}

TEST(WholeHosts, AtOnceAreNeverComparedWithSinglePairs) {
    HeldRun together = uniform_run(8e-6, MessageMemory());
    together.description.schedule = Schedule{.kind = ScheduleKind::rounds, .together = true};
    Request request;
    request.runs = testing::runs_of(uniform_run(2e-6, MessageMemory()).run("alone"));
    request.baseline = testing::runs_of(together.run("whole"));
    EXPECT_THAT(testing::error_of<UsageError>([&] { (void)testing::judge(request); }),
                AllOf(HasSubstr("--baseline whole"), HasSubstr("--together")));
    const Diagnosis beside = testing::judge(
        testing::runs_of(uniform_run(2e-6, MessageMemory()).run("alone"), together.run("whole")));
    EXPECT_THAT(beside.other_memories, IsEmpty());
    EXPECT_THAT(not_looked_at(beside), Not(::testing::Contains("load")));
}

}  // namespace
}  // namespace fabricmap::diagnosis
