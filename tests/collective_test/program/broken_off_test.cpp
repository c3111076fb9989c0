// SPDX-License-Identifier: Apache-2.0
// A job that ends before its time: killed, stopped, interrupted, out of time.
#include "tests/temporary_folder.hpp"
#include "visited.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <random>
#include <thread>

namespace fabricmap::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr int broken_ranks = 2;
constexpr int broken_visits = 30;
const std::vector<std::string> broken_words{
    "-t", "bcast,iallreduce", "--lengths", "8,1K", "--fixed", "--visits", "30", "--runs", "500", "--resume"};

int kills_of_collectives() {
    const char* const text = std::getenv("FABRICMAP_KILLS");
    return text == nullptr ? 2 : std::atoi(text);  // NOLINT(bugprone-unchecked-string-to-number-conversion)
}

std::chrono::milliseconds some_time(std::mt19937& random) {
    return std::chrono::milliseconds(std::uniform_int_distribution(0, 600)(random));
}

double age_of_last_visit_s(const std::vector<CollectiveVisit>& visits, double moment_s) {
    return moment_s - visits.back().record_time;
}

double seconds_since_1970() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

TEST(CollectiveKill, LosesNothingOlderThanASecondAndResumeMakesTheRest) {
    std::mt19937 random(20261124);
    for (int attempt = 0; attempt < kills_of_collectives(); ++attempt) {
        SCOPED_TRACE(attempt);
        const TemporaryFolder folder;
        const Job job = collective_job(broken_ranks, broken_words, folder / "run");
        Command command(job.command());
        ASSERT_TRUE(wait_for_visits(folder / "run"));
        std::this_thread::sleep_for(some_time(random));
        std::vector<pid_t> targets = command.children();
        targets.push_back(command.pid());
        const double killed_s = seconds_since_1970();
        kill(targets[std::uniform_int_distribution<std::size_t>(0, targets.size() - 1)(random)], SIGKILL);
        EXPECT_FALSE(command.wait(std::chrono::seconds(30)).timed_out);
        const auto kept = CollectiveFile(collectives_path(folder / "run")).visits();
        ASSERT_FALSE(kept.empty());
        // A visit may have been in progress, and the machine may be busy.
        EXPECT_LT(age_of_last_visit_s(kept, killed_s), 3);
        const Outcome resumed = run(job);
        EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
        const CollectiveFile file(collectives_path(folder / "run"));
        EXPECT_TRUE(file.run().description.complete);
        const auto visits = visits_by_cell(file);
        EXPECT_EQ(visits.size(), 4U);
        for (const auto& [cell, count] : visits) EXPECT_EQ(count, broken_visits);
    }
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
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(own_lines(outcome.err), Contains(HasSubstr("rank ")));
    EXPECT_THAT(own_lines(outcome.err), Contains(HasSubstr("has not")));
}

TEST(CollectiveInterrupt, EndsWithTheVisitsOnDiskAndSaysSo) {
    const TemporaryFolder folder;
    std::vector<std::string> words = broken_words;
    words[6] = "10000";
    Command command(collective_job(broken_ranks, words, folder / "run").command());
    ASSERT_TRUE(wait_for_visits(folder / "run"));
    for (const pid_t rank : command.children()) kill(rank, SIGINT);
    const Outcome outcome = command.wait(std::chrono::seconds(30));
    EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
    EXPECT_THAT(own_lines(outcome.err), Contains(HasSubstr("--resume continues")));
    EXPECT_FALSE(CollectiveFile(collectives_path(folder / "run")).visits().empty());
    EXPECT_EQ(names_in(folder.path()).size(), 1U);
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
