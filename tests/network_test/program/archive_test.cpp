// SPDX-License-Identifier: Apache-2.0
// A run that is written as archives while it is measured, as its users meet it.
#include "job.hpp"
#include "netcdf_schema/archive_writer.hpp"
#include "netcdf_schema/run.hpp"
#include "netcdf_schema/run_parts.hpp"
#include "small_disk.hpp"
#include "tests/netcdf_schema/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

namespace fabricmap::testing {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;
using ::testing::AnyOf;
using ::testing::HasSubstr;

constexpr int ranks = 4;
constexpr int samples = 12;
constexpr std::size_t lengths = 40;  // more than lie in plain form at once

Job job_at(const fs::path& prefix, const std::vector<std::string>& further = {}) {
    Job job{
        .ranks = ranks,
        .words = {"--lengths", "count:40:1:16K", "-n", "12", "--fixed", "--output", "archive", "-f", prefix}};
    job.words.insert(job.words.end(), further.begin(), further.end());
    return job;
}

void expect_whole(const fs::path& prefix, std::size_t planes) {
    const auto run = open_run(prefix);
    EXPECT_EQ(run.statistics().size(), all_statistics.size());
    ASSERT_EQ(run.description().message_lengths.size(), planes);
    for (const Statistic statistic : all_statistics) {
        for (std::size_t k = 0; k < planes; ++k) {
            const Matrix plane = run.stack(statistic)->plane(k);
            EXPECT_TRUE(plane.isFinite().all() && (plane >= 0).all()) << name_of(statistic) << " " << k;
            if (statistic == Statistic::count) {
                EXPECT_EQ((plane == samples).count(), ranks * (ranks - 1));
            }
        }
    }
}

std::size_t planes_at(const fs::path& prefix) {
    return holds_parts(prefix) ? open_run(prefix).description().message_lengths.size() : 0;
}

Outcome run_beside(const std::string& program, const std::vector<std::string>& words) {
    std::vector<std::string> command{fs::path(NETWORK_TEST).parent_path() / program};
    command.insert(command.end(), words.begin(), words.end());
    return run(command, seconds(60));
}

TEST(ArchiveOutput, IsSixArchivesThatAllProgramsRead) {
    const TemporaryFolder folder;
    const fs::path prefix = folder / "run";
    const Outcome outcome = run(job_at(prefix), seconds(120));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(names_in(folder.path()).size(), all_statistics.size());
    EXPECT_THAT(outcome.err, HasSubstr(archive_path(prefix, Statistic::deviation).string()));
    expect_whole(prefix, lengths);
    EXPECT_TRUE(open_run(prefix).description().complete);
    const Outcome info = run_beside("network_clusterizer", {"--info", prefix});
    EXPECT_EQ(info.exit_code, 0) << info.err;
    EXPECT_THAT(info.out, HasSubstr("median of one_to_one, 4 ranks on 1 host, 40 lengths"));
    const Outcome table = run_beside("network_convert", {"--to", "csv", "-o", folder / "t.csv", prefix});
    EXPECT_EQ(table.exit_code, 0) << table.err;
    EXPECT_GT(fs::file_size(folder / "t.csv"), 1000U);
    // Ranks that take turns on cores may look like a fault.
    const Outcome verdict = run_beside("network_diagnose", {prefix});
    EXPECT_THAT(verdict.exit_code, AnyOf(0, 4)) << verdict.err;
}

TEST(ArchiveOutput, ThatWasKilledGoesOn) {
    const TemporaryFolder folder;
    const fs::path prefix = folder / "run";
    const std::vector<std::string> unhurried{"--warm-up", "150"};
    const Job resumed = job_at(prefix, {"--warm-up", "150", "--resume"});
    {
        Command command(job_at(prefix, unhurried).command());
        const auto begin = std::chrono::steady_clock::now();
        while (planes_at(prefix) < 3 && std::chrono::steady_clock::now() - begin < seconds(60))
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        for (const pid_t rank : command.children()) kill(rank, SIGKILL);
        (void)command.wait(seconds(30));
    }
    const std::size_t planes = planes_at(prefix);
    ASSERT_GE(planes, 3U);
    expect_whole(prefix, planes);
    Job plain{.ranks = ranks, .words = {"--lengths", "count:40:1:16K", "--resume", "-f", prefix}};
    const Outcome other = run(plain);
    EXPECT_EQ(other.exit_code, 2);
    EXPECT_THAT(other.err, HasSubstr("--output archive"));
    const Outcome refused = run(job_at(prefix));
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_THAT(refused.err, HasSubstr("run.parts: this exists"));
    const Outcome outcome = run(resumed, seconds(120));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    expect_whole(prefix, lengths);
    EXPECT_EQ(names_in(folder.path()).size(), all_statistics.size());
    const Outcome again = run(resumed);
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_THAT(again.err, HasSubstr("complete already"));
}

TEST(ArchiveOutput, ThatWasInterruptedSaysWhereItLies) {
    const TemporaryFolder folder;
    const fs::path prefix = folder / "run";
    Job job = job_at(prefix);
    job.words[3] = "2000";
    job.words[2] = "-n";
    job.words[1] = "count:100:1:1M";
    Command command(job.command());
    const auto begin = std::chrono::steady_clock::now();
    while (planes_at(prefix) < 1 && std::chrono::steady_clock::now() - begin < seconds(60))
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    kill(command.pid(), SIGINT);
    const Outcome outcome = command.wait(seconds(30));
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err, HasSubstr(prefix.string() + ".parts, --resume goes on"));
}

TEST(ArchiveOutput, OnAFullDiskIsOneLineAndCode3) {
    const SmallDisk disk("16m");
    if (!disk.mounted()) GTEST_SKIP() << "may not mount a file system";
    const fs::path prefix = disk.path() / "run";
    Job job = job_at(prefix);
    job.words[1] = "count:100:1:64K";
    Command command(job.command());
    const auto begin = std::chrono::steady_clock::now();
    while (planes_at(prefix) < 2 && std::chrono::steady_clock::now() - begin < seconds(60))
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    disk.fill();
    const Outcome outcome = command.wait(seconds(60));
    EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
    const auto lines = own_lines(outcome.err);
    ASSERT_EQ(lines.size(), 1U) << outcome.err;
    EXPECT_THAT(lines.front(), HasSubstr("free some space"));
    const std::size_t planes = planes_at(prefix);
    EXPECT_GE(planes, 2U);
    expect_whole(prefix, planes);
}

TEST(ArchiveOutput, IsPlannedWithWhatItTakesAtItsPeak) {
    const TemporaryFolder folder;
    const Outcome outcome = run(job_at(folder / "run", {"--dry-run"}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("MiB on disk"));
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

}  // namespace
}  // namespace fabricmap::testing
