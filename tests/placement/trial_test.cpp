// SPDX-License-Identifier: Apache-2.0
// network_place --try as a job: hosts that are called by their addresses, ranks that hang, signals.
#include "base/errors.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <optional>

namespace fabricmap::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Takes longer than any test, with a file that appears when its ranks send the pattern.
class EndlessTrial {
  public:
    explicit EndlessTrial(const std::vector<std::string>& words = {}, const std::string& stuck_ms = "1")
        : job_{.words = {"--try", "--pattern", "ring,length=4K", "--steps", "1000000"},
               .preload = "stuck_rank",
               .environment = {{"FABRICMAP_STUCK_RANK", "1"},
                               {"FABRICMAP_STUCK_AFTER", "10"},
                               {"FABRICMAP_STUCK_BYTES", "4096"},
                               {"FABRICMAP_STUCK_MS", stuck_ms},
                               {"FABRICMAP_STUCK_MARK", folder_ / "sends"}}} {
        job_.words.insert(job_.words.end(), words.begin(), words.end());
        command_.emplace(job_.command());
    }
    [[nodiscard]] bool sends() const {
        return eventually([&] { return std::filesystem::exists(folder_ / "sends"); });
    }
    [[nodiscard]] Command& command() { return *command_; }

  private:
    TemporaryFolder folder_;
    Job job_;
    std::optional<Command> command_;
};

TEST(Trial, TellsHostsByTheirAddresses) {
    const TemporaryFolder folder;
    write_bytes(folder / "placed", "10.0.0.2\n10.0.0.1\n");
    const Outcome outcome =
        run(Job{.words = {"--try", "--pattern", "ring", "--steps", "1", "--value", folder / "placed"},
                .preload = "many_hosts",
                .environment = {{"FABRICMAP_HOSTS", "10.0.0.1 10.0.0.2"}}});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("rank 0 10.0.0.2\nrank 1 10.0.0.1\n"));
}

TEST(Trial, OfARankThatIsStoppedEndsAndNamesIt) {
    EndlessTrial trial({"--timeout", "3s"});
    ASSERT_TRUE(trial.sends());
    const auto rank = process_of_rank(trial.command(), 1);
    ASSERT_TRUE(rank);
    kill(*rank, SIGSTOP);
    const Outcome outcome = trial.command().wait();
    EXPECT_EQ(exit_code_of_job(outcome), 1) << outcome.err;
    EXPECT_THAT(own_lines(outcome.err), Contains(HasSubstr("rank 1 on ")));
}

/// Its process runs, its MPI library does not.
TEST(Trial, OfAStepThatHangsEndsAndSaysSo) {
    EndlessTrial trial({"--timeout", "3s"}, "1000000");
    const Outcome outcome = trial.command().wait();
    EXPECT_EQ(exit_code_of_job(outcome), 1) << outcome.err;
    EXPECT_THAT(own_lines(outcome.err), Contains(AllOf(HasSubstr("sending the pattern"), HasSubstr("3 s"))));
}

TEST(Trial, EndsWithCode130AtASignalAndSaysSo) {
    for (const int signal : {SIGINT, SIGTERM}) {
        EndlessTrial trial;
        ASSERT_TRUE(trial.sends());
        // Those that mpirun has started get it, as when it hands on its own.
        for (const pid_t rank : trial.command().children()) kill(rank, signal);
        const Outcome outcome = trial.command().wait();
        EXPECT_EQ(outcome.exit_code, static_cast<int>(ExitCode::interrupted)) << outcome.err;
        EXPECT_THAT(own_lines(outcome.err), ElementsAre(HasSubstr("ended by a signal")));
    }
}

/// They would take 3 GB, and a rank may have one.
TEST(Trial, OfMoreRanksThanTheJobHasIsRefusedBeforeItsMessagesAreListed) {
    const Outcome outcome = run(Job{.words = {"-c", "ulimit -d 1000000; exec \"$0\" \"$@\"", TESTER, "--try",
                                              "--pattern", "all-to-all:9999"},
                                    .program = "/bin/sh"});
    EXPECT_EQ(exit_code_of_job(outcome), 2) << outcome.err;
    EXPECT_THAT(own_lines(outcome.err), ElementsAre(HasSubstr("the job has 2: start 9999 of them")));
}

}  // namespace
}  // namespace fabricmap::testing
