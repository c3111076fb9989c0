// SPDX-License-Identifier: Apache-2.0
// Sweeps in rounds, over hosts that an interposed library makes of this one.
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

namespace fabricmap::testing {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;

Job job_on(const std::string& hosts, std::vector<std::string> words) {
    Job job{.ranks = static_cast<int>((hosts.size() + 1) / 2),
            .words = std::move(words),
            .preload = "many_hosts"};
    job.mpirun_options.insert(job.mpirun_options.end(), {"--mca", "mpi_yield_when_idle", "1"});
    job.environment = {{"FABRICMAP_HOSTS", hosts}};
    // A list has blanks, which -x passes on as they are.
    return job;
}

Matrix counts(const std::filesystem::path& prefix, std::size_t plane) {
    return open_run(prefix).stack(Statistic::count)->plane(plane);
}

class Rounds : public ::testing::TestWithParam<std::string> {};

TEST_P(Rounds, MeasureEveryPairInEveryModeThatHasPairs) {
    const TemporaryFolder folder;
    const Outcome outcome = run(job_on("a b c d e", {"-t", GetParam(), "--schedule", "rounds", "--lengths",
                                                     "0,4K", "-n", "5", "--fixed", "-f", folder / "run"}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("5 rounds"));
    for (const std::size_t plane : {0U, 1U}) EXPECT_EQ((counts(folder / "run", plane) == 5).count(), 5 * 4);
    const fabricmap::Run measured = open_run(folder / "run");
    const RunDescription& described = measured.description();
    EXPECT_EQ(described.schedule.value().kind, ScheduleKind::rounds);
    EXPECT_GE(described.pairs_at_once, 1);
    EXPECT_LE(described.pairs_at_once, 2);
}

INSTANTIATE_TEST_SUITE_P(Of, Rounds,
                         ::testing::Values("one_to_one", "async_one_to_one", "send_recv_and_recv_send",
                                           "put_one_to_one", "get_one_to_one", "stream",
                                           "bidirectional_stream"),
                         [](const auto& mode) { return mode.param; });

TEST(Together, AllRanksOfTwoHostsMeetAtOnce) {
    const TemporaryFolder folder;
    const Outcome outcome = run(job_on("a b a c b c", {"-t", "stream", "--together", "--lengths", "8,16K",
                                                       "-n", "3", "-f", folder / "run"}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    // Three hosts, one of which rests: three turns of two rounds; then one round within each.
    EXPECT_THAT(outcome.err, HasSubstr("7 rounds of up to 3 pairs, all ranks of two hosts at once"));
    for (const std::size_t plane : {0U, 1U}) EXPECT_EQ((counts(folder / "run", plane) == 3).count(), 6 * 5);
    const fabricmap::Run measured = open_run(folder / "run");
    EXPECT_TRUE(measured.description().schedule.value().together);
    const Outcome again = run(job_on("a b a c b c", {"-t", "stream", "--lengths", "8,16K", "-n", "3",
                                                     "--fixed", "-f", folder / "run", "--resume"}));
    EXPECT_EQ(again.exit_code, 2);
    EXPECT_THAT(again.err, HasSubstr("hosts together"));
}

TEST(SamplePairs, LeaveTheOthersUnmeasuredAndSayHowManyThereAre) {
    const TemporaryFolder folder;
    const Outcome outcome = run(job_on("a b c d e f", {"--sample-pairs", "rounds=2", "--lengths", "0,1K",
                                                       "-n", "5", "--fixed", "-f", folder / "run"}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("2 of 5 rounds"));
    const Matrix first = open_run(folder / "run").stack(Statistic::median)->plane(0);
    const Matrix second = open_run(folder / "run").stack(Statistic::median)->plane(1);
    // Two partners of each rank, in both directions, and the diagonal; the same at every length.
    EXPECT_EQ(first.isFinite().count(), 6 * 2 + 6);
    EXPECT_TRUE((first.isFinite() == second.isFinite()).all());
    EXPECT_TRUE((first.isFinite() == first.transpose().isFinite()).all());
}

TEST(ExcludeHosts, LeaveTheirRanksOutOfANewRun) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run(job_on("a b b c", {"--exclude-hosts", "b", "--lengths", "8", "-f", folder / "run"}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const Matrix median = open_run(folder / "run").stack(Statistic::median)->plane(0);
    ASSERT_EQ(median.rows(), 4);
    EXPECT_TRUE(std::isfinite(median(0, 3)) && std::isfinite(median(3, 0)));
    EXPECT_EQ(median.isFinite().count(), 2 + 2);
}

TEST(ExcludeHosts, AreRefusedWhereAllRanksTakePart) {
    const Outcome outcome = run(job_on("a b c", {"-t", "bcast", "--exclude-hosts", "b"}));
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("--exclude-hosts: in bcast all ranks"));
}

/// A sweep in rounds of which a rank is killed in the middle.
TEST(RunOfSchemaVersion1, IsResumedWithoutTheHostThatWasLeftOut) {
    const TemporaryFolder folder;
    std::filesystem::copy_file(SAMPLES_DIRECTORY "/schema_1/resumed_median.nc", folder / "run_median.nc");
    std::vector<std::string> words{"-f",         folder / "run", "--lengths", "0,8,16,32",       "-n",
                                   "30000",      "--fixed",      "--resume",  "--exclude-hosts", "c",
                                   "--schedule", "rounds"};
    const Outcome refused = run(job_on("a b d", words));
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, HasSubstr("has schedule serial, shuffled, not rounds, active per node 1"));
    words.resize(words.size() - 2);
    const Outcome resumed = run(job_on("a b d", words));
    ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
    const fabricmap::Run whole = open_run(folder / "run");
    EXPECT_TRUE(whole.description().complete);
    EXPECT_EQ(whole.description().excluded_hosts, std::vector<std::string>{"c"});
    EXPECT_EQ(whole.stack(Statistic::median)->plane(0).isFinite().count(), 4 * 4);
    EXPECT_EQ(whole.stack(Statistic::median)->plane(3).isFinite().count(), 3 * 3);
}

class DeadRank : public ::testing::Test {
  protected:
    static constexpr int lengths = 400;
    /// Starts the sweep, waits for some planes and kills the rank.
    Outcome sweep_and_kill(int rank) {
        Command command(job_on("a b c d", words_).command());
        while (planes() < 20) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        kill(process_of_rank(command, rank).value(), SIGKILL);
        return command.wait(seconds(60));
    }

    [[nodiscard]] std::size_t planes() const {
        if (!std::filesystem::exists(statistic_path(prefix_, Statistic::count))) return 0;
        return open_run(prefix_).description().message_lengths.size();
    }

    const TemporaryFolder folder_;
    const std::filesystem::path prefix_ = folder_ / "run";
    const std::vector<std::string> words_{"-e",      "4000", "-s",    "10",         "-n",    "20",
                                          "--fixed", "-f",   prefix_, "--schedule", "rounds"};
};

TEST_F(DeadRank, IsNamedAndTheRestIsCompletedWithoutItsHost) {
    const Outcome killed = sweep_and_kill(2);
    EXPECT_NE(killed.exit_code, 0);
    EXPECT_THAT(killed.err, HasSubstr("rank 2"));
    const std::size_t before = planes();
    ASSERT_LT(before, static_cast<std::size_t>(lengths)) << "the kill came too late to say anything";
    const Matrix kept = counts(prefix_, before - 1);
    EXPECT_EQ((kept == 20).count(), 4 * 3);
    // How the planes came about is known without the end.
    EXPECT_GE(open_run(prefix_).description().pairs_at_once, 1);

    std::vector<std::string> words = words_;
    words.insert(words.end(), {"--resume", "--exclude-hosts", "c"});
    const Outcome resumed = run(job_on("a b d", words));
    ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
    EXPECT_EQ(planes(), static_cast<std::size_t>(lengths));
    EXPECT_TRUE(open_run(prefix_).description().complete);
    EXPECT_EQ(open_run(prefix_).description().excluded_hosts, std::vector<std::string>{"c"});
    EXPECT_TRUE((counts(prefix_, before - 1) == kept).all());
    const Matrix last = open_run(prefix_).stack(Statistic::median)->plane(lengths - 1);
    ASSERT_EQ(last.rows(), 4);
    for (int other = 0; other < 4; ++other) {
        EXPECT_TRUE(std::isnan(last(2, other)) && std::isnan(last(other, 2))) << other;
        EXPECT_EQ(std::isfinite(last(3, other)), other != 2) << other;
    }
}

}  // namespace
}  // namespace fabricmap::testing
