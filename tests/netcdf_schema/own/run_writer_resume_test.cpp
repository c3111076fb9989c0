// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;
using testing::bytes_of;
using testing::error_of;
using ::testing::HasSubstr;
using testing::same_numbers;
using testing::SomeRun;
using testing::telltale_run;
using testing::TemporaryFolder;
using Existing = RunWriter::Existing;

TEST(RunWriterResume, NothingStandsThereBeforeTheFirstStart) {
    const TemporaryFolder folder;
    testing::write_bytes(folder / "run_min.nc.partial", "leftover");
    EXPECT_FALSE(describe_for_resume(folder / "run").has_value());
}

TEST(RunWriterResume, ThePlanIsKnownInItsOrder) {
    const std::vector<std::vector<std::int64_t>> plans{
        {0, 100, 200}, {7}, {300, 0, 100}, {1, 2, 4, 8}, {0, std::int64_t{1} << 40}};
    for (const auto& plan : plans) {
        const TemporaryFolder folder;
        RunWriter::create(folder / "run", testing::some_description(2, plan), Existing::refuse).close();
        const auto description = describe_for_resume(folder / "run");
        ASSERT_TRUE(description.has_value());
        EXPECT_EQ(description->message_lengths, plan);
        EXPECT_EQ(description->seed, 18446744073709551557ULL);
    }
}

TEST(RunWriterResume, GoesOnAfterTheLastCompletePlane) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(3, {20, 0, 10});
    {
        RunWriter writer = RunWriter::create(folder / "run", run.description, Existing::refuse);
        write_plane(writer, run, 0);
        writer.begin_plane(0);
        writer.write_row(1, run.cells[2][1]);
        writer.close();
    }
    RunWriter writer = RunWriter::resume(folder / "run", *describe_for_resume(folder / "run"));
    EXPECT_EQ(writer.complete_lengths(), std::vector<std::int64_t>{20});
    write_plane(writer, run, 1);
    write_plane(writer, run, 2);
    writer.finish("2024-05-16T11:00:00Z");
    const auto read = open_run(folder / "run");
    EXPECT_EQ(read.description().message_lengths, (std::vector<std::int64_t>{0, 10, 20}));
    for (const Statistic statistic : all_statistics) {
        EXPECT_TRUE(same_numbers(read.stack(statistic)->plane(0), run.plane(1, statistic)));
        EXPECT_TRUE(same_numbers(read.stack(statistic)->plane(1), run.plane(2, statistic)));
        EXPECT_TRUE(same_numbers(read.stack(statistic)->plane(2), run.plane(0, statistic)));
    }
}

TEST(RunWriterResume, NoFileClaimsAPlaneThatIsAboutToBeOverwritten) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(3, {0, 10});
    write_run(folder / "run", run);
    fs::remove(folder / "run_median.nc");
    {
        // One of the files has only the first plane.
        RunDescription description = run.description;
        description.message_lengths = {0, 10};
        RunWriter writer = RunWriter::create(folder / "part", description, Existing::refuse);
        write_plane(writer, run, 0);
        writer.close();
    }
    fs::rename(folder / "part_median.nc", folder / "run_median.nc");
    const RunWriter writer = RunWriter::resume(folder / "run", *describe_for_resume(folder / "run"));
    EXPECT_EQ(writer.complete_lengths(), std::vector<std::int64_t>{0});
    fs::copy_file(folder / "run_min.nc", folder / "alone.nc");
    EXPECT_EQ(open_run(folder / "alone.nc").description().message_lengths, std::vector<std::int64_t>{0});
}

/// Leaves a run with its first two planes and without its max file.
void interrupt_and_lose_max(const fs::path& prefix, const SomeRun& run) {
    RunWriter writer = RunWriter::create(prefix, run.description, Existing::refuse);
    write_plane(writer, run, 0);
    write_plane(writer, run, 1);
    writer.close();
    fs::remove(statistic_path(prefix, Statistic::maximum));
}

TEST(RunWriterResume, GoesOnWithoutAMissingFileAndLosesNoPlane) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(3, {0, 10, 20});
    interrupt_and_lose_max(folder / "run", run);
    RunWriter writer = RunWriter::resume(folder / "run", *describe_for_resume(folder / "run"));
    EXPECT_EQ(writer.missing(), std::vector<Statistic>{Statistic::maximum});
    EXPECT_EQ(writer.complete_lengths(), (std::vector<std::int64_t>{0, 10}));
    write_plane(writer, run, 2);
    writer.finish("2024-05-16T11:00:00Z");
    EXPECT_FALSE(fs::exists(folder / "run_max.nc"));
    const auto read = open_run(folder / "run");
    for (std::size_t k = 0; k < 3; ++k)
        EXPECT_TRUE(same_numbers(read.stack(Statistic::median)->plane(k), run.plane(k, Statistic::median)));
}

TEST(RunWriterResume, FillsAMissingFileFromTheNextPlaneOnWhereItIsAskedFor) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(3, {0, 10, 20});
    interrupt_and_lose_max(folder / "run", run);
    RunWriter writer =
        RunWriter::resume(folder / "run", *describe_for_resume(folder / "run"), RunWriter::Lost::fill);
    EXPECT_TRUE(writer.missing().empty());
    EXPECT_EQ(writer.complete_lengths(), (std::vector<std::int64_t>{0, 10}));
    write_plane(writer, run, 2);
    writer.finish("2024-05-16T11:00:00Z");
    const auto read = open_run(folder / "run");
    EXPECT_EQ(read.statistics().size(), 6U);
    for (std::size_t k = 0; k < 3; ++k)
        EXPECT_TRUE(same_numbers(read.stack(Statistic::median)->plane(k), run.plane(k, Statistic::median)));
    EXPECT_TRUE(read.stack(Statistic::maximum)->plane(0).isNaN().all());
    EXPECT_TRUE(read.stack(Statistic::maximum)->plane(1).isNaN().all());
    EXPECT_TRUE(same_numbers(read.stack(Statistic::maximum)->plane(2), run.plane(2, Statistic::maximum)));
}

TEST(RunWriterResume, MakesMissingFilesWhereNothingIsLost) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(3, {0, 10});
    RunWriter::create(folder / "run", run.description, Existing::refuse).close();
    fs::remove(folder / "run_median.nc");
    RunWriter writer = RunWriter::resume(folder / "run", *describe_for_resume(folder / "run"));
    EXPECT_TRUE(writer.missing().empty());
    write_plane(writer, run, 0);
    EXPECT_EQ(open_run(folder / "run").statistics().size(), 6U);
    EXPECT_FALSE(open_run(folder / "run").description().complete);
}

TEST(RunWriterResume, HostsThatAreLeftOutFromNowOnAreNamed) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(4, {0, 10});
    RunWriter::create(folder / "run", run.description, Existing::refuse).close();
    RunDescription description = *describe_for_resume(folder / "run");
    EXPECT_EQ(description.excluded_hosts, std::vector<std::string>{"node0"});
    description.excluded_hosts = {"node0", "node1"};
    RunWriter::resume(folder / "run", description).close();
    EXPECT_EQ(describe_for_resume(folder / "run")->excluded_hosts, description.excluded_hosts);
}

TEST(RunWriterResume, HistoryKeepsItsNewestLinesAndNeverMovesData) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(3, {0, 10});
    {
        RunWriter writer = RunWriter::create(folder / "run", run.description, Existing::refuse);
        write_plane(writer, run, 0);
    }
    const std::string before = bytes_of(folder / "run_min.nc");
    RunDescription description = *describe_for_resume(folder / "run");
    description.history += "third line\n";
    RunWriter::resume(folder / "run", description).close();
    EXPECT_EQ(open_run(folder / "run").description().history, "first line\nsecond line\nthird line\n");
    RunDescription talkative = description;
    for (int line = 4; line <= 10'000; ++line) talkative.history += fmt::format("line {}\n", line);
    RunWriter::resume(folder / "run", talkative).close();
    const std::string history = open_run(folder / "run").description().history;
    EXPECT_THAT(history, ::testing::StartsWith("first line\n... "));
    EXPECT_THAT(history, HasSubstr(" lines left out\nline "));
    EXPECT_THAT(history, ::testing::EndsWith("line 9999\nline 10000\n"));
    const std::string after = bytes_of(folder / "run_min.nc");
    EXPECT_EQ(before.substr(65536), after.substr(65536));
}

TEST(RunWriterResume, FilesOfDifferentRunsAreRefused) {
    const TemporaryFolder folder;
    RunDescription description = testing::some_description(2, {0});
    RunWriter::create(folder / "a", description, Existing::refuse).close();
    description.run_id = "another";
    RunWriter::create(folder / "b", description, Existing::refuse).close();
    fs::rename(folder / "b_max.nc", folder / "a_max.nc");
    EXPECT_THAT(error_of<FileError>([&] { (void)describe_for_resume(folder / "a"); }), HasSubstr("a_max.nc"));
    EXPECT_THAT(
        error_of<FileError>([&] { RunWriter::resume(folder / "b", testing::some_description(2, {0})); }),
        HasSubstr("another run"));
}

}  // namespace
}  // namespace fabricmap
