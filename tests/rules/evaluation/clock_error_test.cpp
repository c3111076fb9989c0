// SPDX-License-Identifier: Apache-2.0
// Clocks of two hosts may differ by a stated bound; those of one host's processes do not.
#include "rules/evaluation/evaluate.hpp"
#include "tracing/model/text.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double stated_bound = 1e-3;

/// Ranks 0 and 1 are on one host, rank 2 on another, where it is not the same.
std::string run_of(const std::string& other_host) {
    std::string text =
        fmt::format("program process_count 3 total_time 10.0 total_communication_time 1.0 clock_error {};\n",
                    stated_bound);
    for (int rank = 0; rank < 3; ++rank) {
        text += fmt::format("process rank {} start_time 0.0 finish_time 10.0 host \"{}\";\n", rank,
                            rank == 2 ? other_host : "near");
    }
    return text;
}

/// Rank 0 receives at a full second, and so much later the message is sent.
std::string message(int second, int sender, double late) {
    return fmt::format(
        "operation point_to_point send_op_name \"MPI_Send\" send_op_type \"blocking\" "
        "receive_op_name \"MPI_Recv\" receive_op_type \"blocking\" send_start_time {0:.6f} "
        "send_finish_time {1:.6f} receive_start_time {2}.0 receive_finish_time {1:.6f} send_process_rank {3} "
        "receive_process_rank 0 send_source_code \"a.c:1\" receive_source_code \"a.c:2\";\n",
        second + late, second + late + 1e-6, second, sender);
}

/// Ranks enter a barrier at second 8, each so much later.
std::string barrier(const std::vector<double>& late) {
    const double last = 8 + late.back();
    std::string text;
    for (std::size_t rank = 0; rank < late.size(); ++rank) {
        text += fmt::format(
            "operation collective op_name \"MPI_Barrier\" op_type \"barrier\" process_rank {} "
            "root_process_rank 0 start_time_min 8.0 start_time_max {:.6f} finish_time_min {:.6f} "
            "finish_time_max {:.6f} start_time {:.6f} finish_time {:.6f} root_start_time 8.0 "
            "root_finish_time {:.6f} source_code \"a.c:3\";\n",
            rank, last, last, last, 8 + late[rank], last, last);
    }
    return text;
}

/// What is lost, each wait in microseconds.
struct LostTimes {
    std::vector<long> microseconds;
    std::uint64_t below_clock_error = 0;
    std::size_t matches = 0;
};

LostTimes lost_by(const Rule& rule, const std::string& trace_text) {
    const tracing::Trace trace = tracing::read_text(trace_text, "a.trace");
    Records records(trace);
    const RuleOutcome outcome = evaluate(rule, records);
    LostTimes lost{{}, outcome.below_clock_error, outcome.matches.size()};
    for (const Wait& wait : outcome.waits)
        lost.microseconds.push_back(std::lround((wait.to - wait.from) * 1e6));
    return lost;
}

Rule sample_rule(const std::string& file, const std::string& name) {
    const auto rules = read_rule_file(std::string(SAMPLES_DIRECTORY) + "/rules/" + file);
    return *std::find_if(rules.begin(), rules.end(), [&](const Rule& rule) { return rule.name == name; });
}

/// Half a millisecond and two, on a host and between two.
const std::string messages =
    message(1, 1, 0.5e-3) + message(2, 1, 2e-3) + message(3, 2, 0.5e-3) + message(4, 2, 2e-3);

TEST(ClockError, LeavesShortWaitsBetweenHostsOut) {
    const LostTimes lost = lost_by(sample_rule("trace.mpr", "late sender"), run_of("far") + messages);
    EXPECT_THAT(lost.microseconds, ElementsAre(500, 2000, 2000));
    EXPECT_EQ(lost.below_clock_error, 1U);
}

TEST(ClockError, IsNoneBetweenProcessesOfOneHost) {
    const LostTimes lost = lost_by(sample_rule("trace.mpr", "late sender"), run_of("near") + messages);
    EXPECT_THAT(lost.microseconds, ElementsAre(500, 2000, 500, 2000));
    EXPECT_EQ(lost.below_clock_error, 0U);
}

TEST(ClockError, IsExpectedWhereHostsAreNotKnown) {
    const std::string run =
        fmt::format("program process_count 3 total_time 10.0 total_communication_time 1.0 clock_error {};\n",
                    stated_bound);
    EXPECT_THAT(lost_by(sample_rule("trace.mpr", "late sender"), run + messages).microseconds,
                ElementsAre(2000, 2000));
}

/// The last process of a collective operation may be on any host of the run.
TEST(ClockError, CountsForTheLastOfAGroup) {
    const Rule rule = sample_rule("patterns.mpr", "wait at barrier");
    const std::string operation = barrier({0, 1.5e-3, 2e-3});
    EXPECT_THAT(lost_by(rule, run_of("far") + operation).microseconds, ElementsAre(2000));
    EXPECT_THAT(lost_by(rule, run_of("near") + operation).microseconds, ElementsAre(2000, 500));
}

/// Another message that only has to exist may come from any host.
TEST(ClockError, CountsForRecordsThatOnlyHaveToExist) {
    const Rule rule = sample_rule("trace.mpr", "wrong order");
    const std::string overtaken = message(3, 2, -1.5) + message(2, 1, 0.5e-3);
    EXPECT_THAT(lost_by(rule, run_of("far") + overtaken).microseconds, IsEmpty());
    EXPECT_THAT(lost_by(rule, run_of("near") + overtaken).microseconds, ElementsAre(500));
}

TEST(ClockError, IsNothingToTimesOfOneProcess) {
    const Rule rule =
        read_rules(
            "problem p description \"\" find op type point_to_point where op.bytes > 1 or "
            "op.send_process_rank > 0 "
            "lost on op.receive_process_rank from op.receive_start_time to op.receive_finish_time;",
            "a.mpr")
            .at(0);
    EXPECT_THAT(lost_by(rule, run_of("far") + messages).microseconds, ElementsAre(501, 2001, 501, 2001));
}

/// The published rule has a severity: the seconds that it makes of the time in communication, here 1 s.
TEST(ClockError, LeavesShortSeveritiesOut) {
    const Rule rule = read_rule_file(std::string(SAMPLES_DIRECTORY) + "/rules/paper.mpr").at(0);
    const auto overtaken = [](double late) { return message(3, 2, -1.5) + message(2, 1, late); };
    const LostTimes short_one = lost_by(rule, run_of("far") + overtaken(0.5e-3));
    EXPECT_EQ(short_one.matches, 0U);
    EXPECT_EQ(short_one.below_clock_error, 1U);
    EXPECT_EQ(lost_by(rule, run_of("near") + overtaken(0.5e-3)).matches, 1U);
    EXPECT_EQ(lost_by(rule, run_of("far") + overtaken(2e-3)).matches, 1U);
}

}  // namespace
}  // namespace fabricmap::rules
