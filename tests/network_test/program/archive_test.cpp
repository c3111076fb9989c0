// SPDX-License-Identifier: Apache-2.0
// A run that is written as archives while it is measured, as its users meet it.
#include "netcdf_schema/archive/archive_writer.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/parts/run_parts.hpp"
#include "tests/mpi_job.hpp"
#include "tests/small_disk.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

namespace fabricmap::testing {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;
using ::testing::AnyOf;
using ::testing::HasSubstr;

constexpr int archive_ranks = 4;
constexpr int archive_samples = 12;
constexpr std::size_t archive_lengths = 40;  // more than lie in plain form at once

Job archive_job(const fs::path& prefix, const std::vector<std::string>& further = {}) {
    Job job{
        .ranks = archive_ranks,
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
                EXPECT_EQ((plane == archive_samples).count(), archive_ranks * (archive_ranks - 1));
            }
        }
    }
}

std::size_t planes_at(const fs::path& prefix) {
    return holds_parts(prefix) ? open_run(prefix).description().message_lengths.size() : 0;
}

Outcome run_beside(const std::string& program, const std::vector<std::string>& words) {
    std::vector<std::string> command{fs::path(TESTER).parent_path() / program};
    command.insert(command.end(), words.begin(), words.end());
    return run(command);
}

TEST(ArchiveOutput, IsSixArchivesThatAllProgramsRead) {
    const TemporaryFolder folder;
    const fs::path prefix = folder / "run";
    const Outcome outcome = run(archive_job(prefix));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(names_in(folder.path()).size(), all_statistics.size());
    EXPECT_THAT(outcome.err, HasSubstr("Files: " + prefix.string() + "_{"));
    expect_whole(prefix, archive_lengths);
    EXPECT_TRUE(open_run(prefix).description().complete);
    const Outcome info = run_beside("network_clusterizer", {"--info", prefix});
    EXPECT_EQ(info.exit_code, 0) << info.err;
    EXPECT_THAT(info.out, HasSubstr("median of one_to_one, 4 ranks on 1 host, 40 lengths"));
    const Outcome table = run_beside("network_convert", {"--to", "csv", "-o", folder / "t.csv", prefix});
    EXPECT_EQ(table.exit_code, 0) << table.err;
    EXPECT_GT(fs::file_size(folder / "t.csv"), 1000U);
    // One host shows little, and ranks that take turns on cores may look like a fault.
    const Outcome verdict = run_beside("network_diagnose", {prefix});
    EXPECT_THAT(verdict.exit_code, AnyOf(4, 5)) << verdict.err;
}

TEST(ArchiveOutput, ThatWasKilledContinues) {
    const TemporaryFolder folder;
    const fs::path prefix = folder / "run";
    const Job unhurried = archive_job(prefix, {"--warm-up", "100"});
    Job resumed = unhurried;
    resumed.words.emplace_back("--resume");
    {
        Command command(unhurried.command());
        (void)eventually([&] { return planes_at(prefix) >= 3; });
        for (const pid_t rank : command.children()) kill(rank, SIGKILL);
        (void)command.wait(seconds(30));
    }
    const std::size_t planes = planes_at(prefix);
    ASSERT_GE(planes, 3U);
    expect_whole(prefix, planes);
    Job plain{.ranks = archive_ranks, .words = {"--lengths", "count:40:1:16K", "--resume", "-f", prefix}};
    const Outcome other = run(plain);
    EXPECT_EQ(other.exit_code, 2);
    EXPECT_THAT(other.err, HasSubstr("--output archive"));
    const Outcome refused = run(archive_job(prefix));
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_THAT(refused.err, HasSubstr("run.parts: already exists"));
    const Outcome outcome = run(resumed);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    expect_whole(prefix, archive_lengths);
    EXPECT_EQ(names_in(folder.path()).size(), all_statistics.size());
    const Outcome again = run(resumed);
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_THAT(again.err, HasSubstr("the run is complete, nothing is left to measure"));
}

TEST(ArchiveOutput, ThatWasInterruptedSaysWhereItLies) {
    const TemporaryFolder folder;
    const fs::path prefix = folder / "run";
    Job job = archive_job(prefix);
    job.words[3] = "2000";
    job.words[2] = "-n";
    job.words[1] = "count:100:1:1M";
    Command command(job.command());
    (void)eventually([&] { return planes_at(prefix) >= 1; });
    kill(command.pid(), SIGINT);
    const Outcome outcome = command.wait(seconds(30));
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err, HasSubstr(prefix.string() + ".parts; --resume continues"));
}

TEST(ArchiveOutput, OnAFullDiskIsOneLineAndCode3) {
    const SmallDisk disk("16m");
    if (!disk.mounted()) GTEST_SKIP() << "may not mount a file system";
    const fs::path prefix = disk.path() / "run";
    Job job = archive_job(prefix);
    job.words[1] = "count:100:1:64K";
    Command command(job.command());
    (void)eventually([&] { return planes_at(prefix) >= 2; });
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

/// Of everything in the folder, though files come and go.
double bytes_now_in(const fs::path& folder) {
    double bytes = 0;
    std::error_code gone;
    for (fs::recursive_directory_iterator at(folder, gone); at != fs::end(at); at.increment(gone)) {
        const auto size = at->is_regular_file(gone) ? at->file_size(gone) : 0;
        if (!gone) bytes += static_cast<double>(size);
    }
    return bytes;
}

/// What a dry run says of the disk.
double planned_bytes(Job job) {
    job.words.emplace_back("--dry-run");
    const std::string plan = run(job).out;
    const std::map<std::string, double> units{{"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}};
    std::istringstream from_number(plan.substr(plan.find("per rank, ") + std::string("per rank, ").size()));
    double number = 0;
    std::string unit;
    from_number >> number >> unit;
    return units.contains(unit) ? number * units.at(unit) : 0;
}

TEST(ArchiveOutput, IsPlannedWithWhatItTakesAtItsPeak) {
    constexpr seconds patience(240);  // ranks that yield to a busy machine wait for each message
    const TemporaryFolder folder;
    const Job job = archive_job(folder / "run");
    const double planned = planned_bytes(job);
    EXPECT_TRUE(fs::is_empty(folder.path()));
    double peak = 0;
    Command command(job.command());
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < patience &&
           !fs::exists(archive_path(folder / "run", all_statistics.back()))) {
        peak = std::max(peak, bytes_now_in(folder.path()));
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_EQ(command.wait(patience).exit_code, 0);
    EXPECT_LE(peak, planned);
    EXPECT_GE(peak, planned / 8);  // a range may end long before it must
}

TEST(PlainOutput, IsPlannedWithWhatItTakes) {
    const TemporaryFolder folder;
    const Job job{.ranks = archive_ranks,
                  .words = {"--lengths", "count:400:1:64K", "-n", "1", "--fixed", "-f", folder / "run"}};
    const double planned = planned_bytes(job);
    ASSERT_EQ(run(job).exit_code, 0);
    EXPECT_LE(bytes_now_in(folder.path()), planned);
    EXPECT_GE(bytes_now_in(folder.path()), planned / 2);
}

/// A finished run of a few lengths.
class FinishedArchive : public ::testing::Test {
  protected:
    FinishedArchive() { EXPECT_EQ(run(job({"--output", "archive"})).exit_code, 0); }

    [[nodiscard]] Job job(const std::vector<std::string>& more) const {
        Job job{.words = {"--lengths", "1,2,4", "-n", "12", "--fixed", "-f", prefix_}};
        job.words.insert(job.words.end(), more.begin(), more.end());
        return job;
    }

    const TemporaryFolder folder_;
    const fs::path prefix_ = folder_ / "run";
};

TEST_F(FinishedArchive, IsNoBeginningOfAPlainRun) {
    const Outcome resumed = run(job({"--resume"}));
    EXPECT_EQ(resumed.exit_code, 2);
    EXPECT_THAT(resumed.err, HasSubstr("was started with --output archive: give the same"));
    const Outcome anew = run(job({}));
    EXPECT_EQ(anew.exit_code, 3);
    EXPECT_THAT(anew.err, HasSubstr("_arc.nc: already exists"));
    EXPECT_EQ(names_in(folder_.path()).size(), all_statistics.size());
}

TEST_F(FinishedArchive, GoesWhenAPlainRunTakesItsPlace) {
    ASSERT_EQ(run(job({"--overwrite"})).exit_code, 0);
    EXPECT_TRUE(archives_at(prefix_).empty());
    EXPECT_EQ(names_in(folder_.path()).size(), all_statistics.size());
}

TEST_F(FinishedArchive, OfAnotherRunThanTheOneReplacedIsNamed) {
    ASSERT_EQ(run(job({"--overwrite"})).exit_code, 0);
    fs::create_directory(folder_ / "other");
    Job other = job({"--output", "archive"});
    other.words[6] = folder_ / "other/run";
    ASSERT_EQ(run(other).exit_code, 0);
    const fs::path foreign = archive_path(prefix_, Statistic::median);
    fs::rename(archive_path(folder_ / "other/run", Statistic::median), foreign);
    const Outcome outcome = run(job({"--overwrite"}));
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err, HasSubstr("note: " + foreign.string() + " is of another run"));
    EXPECT_TRUE(fs::exists(foreign));
}

TEST_F(FinishedArchive, LosesWhatAKillLeftOfItsParts) {
    fs::create_directory(parts_folder(prefix_));
    std::ofstream(parts_folder(prefix_) / "range000000-000002_median_arc.nc") << "left";
    EXPECT_EQ(run(job({"--output", "archive", "--resume"})).exit_code, 0);
    EXPECT_FALSE(fs::exists(parts_folder(prefix_)));
    EXPECT_EQ(archives_at(prefix_).size(), all_statistics.size());
}

}  // namespace
}  // namespace fabricmap::testing
