// SPDX-License-Identifier: Apache-2.0
// When an exchange hangs, ranks of other hosts find out which of the two is broken, and --resume goes on
// without it.
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/mpi_job.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <optional>

namespace fabricmap::testing {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr int ranks_of_hung_job = 4;
constexpr int stuck_rank = 2;
constexpr int no_message = 1'000'000;

/// A job of one rank on each host of the list, which see each other as hosts do. `stuck_at`: the payload
/// message of rank 2 before which it sleeps for ever.
Job job_on_hosts(const std::string& hosts, int stuck_at, const std::filesystem::path& prefix,
                 const std::vector<std::string>& words, int samples = 50, int timeout_s = 3) {
    Job job{.ranks = ranks_of_hung_job, .words = words, .preload = "many_hosts stuck_rank"};
    job.words.insert(job.words.end(), {"--lengths", "1K,4K,8K", "--fixed", "-f", prefix});
    job.words.insert(job.words.end(),
                     {"-n", std::to_string(samples), "--pair-timeout", std::to_string(timeout_s)});
    job.environment = {{"FABRICMAP_HOSTS", hosts},
                       {"FABRICMAP_HOSTS_APART", "1"},
                       {"FABRICMAP_STUCK_RANK", std::to_string(stuck_rank)},
                       {"FABRICMAP_STUCK_AFTER", std::to_string(stuck_at)}};
    return job;
}

struct HungMode {
    std::string name;
    std::vector<std::string> words;
};

void PrintTo(const HungMode& mode, std::ostream* stream) {
    *stream << mode.name;
}

/// mpirun itself crashes now and then while it ends a job.
void expect_failure(const Outcome& outcome) {
    EXPECT_THAT(outcome.exit_code, AnyOf(1, 128 + SIGSEGV)) << outcome.err;
}

class StuckHost : public ::testing::TestWithParam<HungMode> {};

TEST_P(StuckHost, IsToldFromItsPartnerAndLeftOutByResume) {
    const TemporaryFolder folder;
    const Outcome hung = run(job_on_hosts("a b c d", 200, folder / "run", GetParam().words));
    expect_failure(hung);
    const auto lines = own_lines(hung.err);
    EXPECT_THAT(lines, Contains(AllOf(HasSubstr("rank 2 on c"), HasSubstr("no answer for 3 s"))));
    EXPECT_THAT(lines, Contains(AllOf(HasSubstr("c answers nobody"), HasSubstr("tried from rank "))));
    EXPECT_THAT(lines, Contains(AllOf(HasSubstr("c will be left out"), HasSubstr("--fixed -f "),
                                      HasSubstr(" --resume"))));
    const RunDescription kept = describe_for_resume(folder / "run").value();
    EXPECT_THAT(kept.unresponsive_hosts, ElementsAre("c"));
    EXPECT_THAT(kept.excluded_hosts, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(In, StuckHost,
                         ::testing::Values(HungMode{"serial", {"--schedule", "serial"}},
                                           HungMode{"rounds", {"--schedule", "rounds"}}),
                         [](const auto& tested) { return tested.param.name; });

TEST(HungRun, GoesOnWithoutTheHostThoughItsRanksAreThere) {
    const TemporaryFolder folder;
    const auto prefix = folder / "run";
    const std::vector<std::string> words{"--schedule", "serial"};
    // Rank 2 sends less than 500 messages of a length, and more than that in all.
    expect_failure(run(job_on_hosts("a b c d", 500, prefix, words)));
    ASSERT_GE(describe_for_resume(prefix)->message_lengths.size(), 3U);

    std::vector<std::string> again = words;
    again.emplace_back("--resume");
    const Outcome resumed = run(job_on_hosts("a b c d", no_message, prefix, again));
    EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
    EXPECT_THAT(resumed.err, HasSubstr("c answered nobody when the run hung and is left out"));
    const fabricmap::Run whole = open_run(prefix);
    EXPECT_TRUE(whole.description().complete);
    EXPECT_THAT(whole.description().excluded_hosts, ElementsAre("c"));
    const Matrix last = whole.stack(Statistic::count)->plane(2);
    EXPECT_EQ(last(0, 3), 50);
    EXPECT_TRUE(std::isnan(last(0, 2)) || last(0, 2) == 0) << "nobody asked it";
}

TEST(HungRun, TellsTheDiagnosisTheHostBeforeItsFirstLengthIsComplete) {
    const TemporaryFolder folder;
    expect_failure(run(job_on_hosts("a b c d", 20, folder / "run", {"--schedule", "serial"})));
    EXPECT_THAT(describe_for_resume(folder / "run")->unresponsive_hosts, ElementsAre("c"));
    const Outcome diagnosed = run_program("network_diagnose", {folder / "run"});
    EXPECT_EQ(diagnosed.exit_code, 4) << diagnosed.err;
    EXPECT_THAT(diagnosed.out, AllOf(HasSubstr("1 fault in 4 hosts: c answered nobody when the run hung"),
                                     HasSubstr(" --resume"), HasSubstr("it holds no complete length yet")));
}

TEST(HungRun, TakesTheHostBackWhenAsked) {
    const TemporaryFolder folder;
    const auto prefix = folder / "run";
    expect_failure(run(job_on_hosts("a b c d", 200, prefix, {"--schedule", "serial"})));
    const Outcome resumed = run(job_on_hosts(
        "a b c d", no_message, prefix, {"--schedule", "serial", "--resume", "--exclude-hosts", "none"}));
    EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
    const RunDescription description = open_run(prefix).description();
    EXPECT_THAT(description.excluded_hosts, IsEmpty());
    EXPECT_THAT(description.unresponsive_hosts, IsEmpty());
    EXPECT_EQ(open_run(prefix).stack(Statistic::count)->plane(2)(0, 2), 50);
}

TEST(HungRun, GoesOnWithoutAHostThatIsStopped) {
    const TemporaryFolder folder;
    const Job job = job_on_hosts("a b c d", no_message, folder / "run", {"--schedule", "serial"}, 100'000);
    Command command(job.command());
    const std::optional<pid_t> process = process_of_rank(command, stuck_rank);
    ASSERT_TRUE(process);
    ASSERT_TRUE(eventually([&] { return any_file(folder / "run"); }));
    kill(*process, SIGSTOP);
    const Outcome outcome = command.wait(std::chrono::seconds(60));
    expect_failure(outcome);
    EXPECT_THAT(own_lines(outcome.err), Contains(HasSubstr("rank 2 on c: no contact with this host")));
    EXPECT_THAT(describe_for_resume(folder / "run")->unresponsive_hosts, ElementsAre("c")) << outcome.err;
}

TEST(HungRun, NamesTheRankWhereItsHostAnswers) {
    const TemporaryFolder folder;
    const Outcome hung = run(job_on_hosts("a b c c", 100, folder / "run", {"--schedule", "serial"}));
    EXPECT_THAT(own_lines(hung.err), Contains(HasSubstr("rank 2 on c answers nobody"))) << hung.err;
}

class DeadLink : public ::testing::TestWithParam<std::string> {};

TEST_P(DeadLink, AccusesNeitherHost) {
    const TemporaryFolder folder;
    Job job = job_on_hosts("a b c d", no_message, folder / "run", {"--schedule", GetParam()});
    job.preload = "many_hosts lost_message";
    job.environment.insert(
        {{"FABRICMAP_LOST_FROM", "2"}, {"FABRICMAP_LOST_TO", "1"}, {"FABRICMAP_LOST_AFTER", "120"}});
    const Outcome hung = run(job);
    expect_failure(hung);
    EXPECT_THAT(own_lines(hung.err),
                Contains(AllOf(HasSubstr("both answer "), HasSubstr("what lies between "),
                               HasSubstr("rank 1 on b"), HasSubstr("rank 2 on c"))));
    EXPECT_THAT(hung.err, Not(HasSubstr("left out")));
    EXPECT_THAT(describe_for_resume(folder / "run")->unresponsive_hosts, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(In, DeadLink, ::testing::Values("serial", "rounds"),
                         [](const auto& tested) { return tested.param; });

TEST(SlowRank, ThatGoesOnInTimeIsNotAccused) {
    const TemporaryFolder folder;
    Job job = job_on_hosts("a b c d", 200, folder / "run", {"--schedule", "serial"}, 50, 10);
    job.environment.insert({"FABRICMAP_STUCK_MS", "2000"});
    const Outcome outcome = run(job);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, Not(HasSubstr("answer")));
    EXPECT_THAT(open_run(folder / "run").description().unresponsive_hosts, IsEmpty());
}

}  // namespace
}  // namespace fabricmap::testing
