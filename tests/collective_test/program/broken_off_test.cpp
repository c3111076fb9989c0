// SPDX-License-Identifier: Apache-2.0
// A job that ends before its time: killed, stopped, interrupted, out of time.
#include "base/quantities.hpp"
#include "tests/kills.hpp"
#include "tests/temporary_folder.hpp"
#include "visited.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace fabricmap::testing {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;

constexpr int broken_ranks = 2;
constexpr int broken_visits = 30;
const std::vector<std::string> broken_words{
    "-t", "bcast,iallreduce", "--lengths", "8,1K", "--fixed", "--visits", "30", "--runs", "500", "--resume"};

double seconds_since_1970() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

TEST(CollectiveKill, LosesNothingOlderThanASecondAndResumeMakesTheRest) {
    std::vector<std::string> words = broken_words;
    words[8] = "200";
    for (Kills kills({.quick = 2, .whole = 6, .seed = 20261124}); kills.next();) {
        const TemporaryFolder folder;
        const Job job = collective_job(broken_ranks, words, folder / "run");
        // It takes three seconds or more, however fast the machine is.
        Job slow = job;
        slow.preload = "slow_rank";
        slow.environment = {{"FABRICMAP_SLOW_RANK", "0"}, {"FABRICMAP_SLOW_WHEN", "sends"}};
        Command command(slow.command());
        ASSERT_TRUE(wait_for_visits(folder / "run"));
        kills.sleep_up_to(std::chrono::milliseconds(600));
        const double killed_s = seconds_since_1970();
        kills.kill_one_of(command);
        EXPECT_FALSE(command.wait(std::chrono::seconds(30)).timed_out);
        const CollectiveFile kept(collectives_path(folder / "run"));
        kills.count(!kept.run().description.complete);
        ASSERT_FALSE(kept.visits().empty());
        // A visit may have been in progress, and the machine may be busy.
        EXPECT_LT(killed_s - kept.visits().back().record_time, 3);
        const Outcome resumed = run(job);
        EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
        const CollectiveFile file(collectives_path(folder / "run"));
        EXPECT_TRUE(file.run().description.complete);
        const auto visits = visits_by_cell(file);
        EXPECT_EQ(visits.size(), 4U);
        for (const auto& [cell, count] : visits) EXPECT_EQ(count, broken_visits);
    }
}

TEST(CollectiveFileOfAJob, ThatIsRemovedEndsItWithCode3) {
    const TemporaryFolder folder;
    std::vector<std::string> words = broken_words;
    words[6] = "9999";  // longer than any test takes
    Command command(collective_job(broken_ranks, words, folder / "run").command());
    ASSERT_TRUE(wait_for_visits(folder / "run"));
    std::filesystem::remove(collectives_path(folder / "run"));
    const Outcome outcome = command.wait();
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_THAT(outcome.err, HasSubstr("run_collectives.nc: was removed"));
}

TEST(CollectiveStop, OfARankIsNamedAndEndsTheJob) {
    const TemporaryFolder folder;
    std::vector<std::string> words = broken_words;
    words[6] = "10000";
    words.insert(words.end(), {"--timeout", "3s"});
    Command command(collective_job(broken_ranks, words, folder / "run").command());
    ASSERT_TRUE(wait_for_visits(folder / "run"));
    const std::vector<pid_t> ranks = command.children();
    ASSERT_EQ(ranks.size(), 2U);
    kill(ranks.back(), SIGSTOP);
    const Outcome outcome = command.wait(std::chrono::seconds(40));
    EXPECT_FALSE(outcome.timed_out);
    EXPECT_EQ(exit_code_of_job(outcome), 1);
    EXPECT_THAT(own_lines(outcome.err), Contains(HasSubstr("rank ")));
    EXPECT_THAT(own_lines(outcome.err), Contains(HasSubstr("has not")));
}

TEST(CollectiveInterrupt, EndsWithTheVisitsOnDiskAndSaysSo) {
    const TemporaryFolder folder;
    std::vector<std::string> words = broken_words;
    words[6] = "10000";
    Command command(collective_job(broken_ranks, words, folder / "run").command());
    ASSERT_TRUE(wait_for_visits(folder / "run"));
    // Half a second's measurements are kept in memory.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    for (const pid_t rank : command.children()) kill(rank, SIGINT);
    const Outcome outcome = command.wait(std::chrono::seconds(30));
    EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
    EXPECT_THAT(own_lines(outcome.err), Contains(HasSubstr("--resume continues")));
    EXPECT_EQ(names_in(folder.path()).size(), 1U);
    // None of those that were measured by then is left in memory; one may have come to its end meanwhile.
    const std::size_t visits = CollectiveFile(collectives_path(folder / "run")).visits().size();
    const auto has_said = [](std::size_t count) {
        return Contains(HasSubstr("holds " + counted(std::int64_t(count), "measurement") + ","));
    };
    EXPECT_THAT(own_lines(outcome.err), AnyOf(has_said(visits), has_said(visits - 1)));
}

TEST(CollectiveTime, ThatIsUpLeavesEveryCellVisitedAndTheRunOpen) {
    const TemporaryFolder folder;
    const Outcome outcome = run(collective_job(2,
                                               {"-t", "bcast,reduce", "--lengths", "8,1K", "--max-time", "3s",
                                                "--visits", "10000", "--precision", "0.0001"},
                                               folder / "run"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("the time was up before"));
    const CollectiveFile file(collectives_path(folder / "run"));
    EXPECT_FALSE(file.run().description.complete);
    EXPECT_EQ(visits_by_cell(file).size(), 4U);
}

}  // namespace
}  // namespace fabricmap::testing
