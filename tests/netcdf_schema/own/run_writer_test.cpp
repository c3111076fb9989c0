// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/own/run_writer.hpp"

#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_copy.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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

/// NaN where nothing was measured.
Matrix outliers_of(const SomeRun& run, std::size_t plane) {
    const auto ranks = static_cast<Eigen::Index>(run.cells[plane].size());
    return Matrix::NullaryExpr(ranks, ranks, [&](auto i, auto j) {
        const CellStatistics& cell =
            run.cells[plane][static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        return cell.outliers < 0 ? std::numeric_limits<double>::quiet_NaN()
                                 : static_cast<double>(cell.outliers);
    });
}

TEST(RunWriter, MakesTheSixFilesBeforeTheFirstPlane) {
    const TemporaryFolder folder;
    const RunWriter writer =
        RunWriter::create(folder / "run", testing::some_description(2, {0}), Existing::refuse);
    EXPECT_EQ(files_in(folder), 6);
    for (const Statistic statistic : all_statistics) {
        EXPECT_TRUE(fs::exists(statistic_path(folder / "run", statistic))) << name_of(statistic);
    }
    EXPECT_EQ(writer.paths().size(), 6U);
    EXPECT_TRUE(open_run(folder / "run").description().message_lengths.empty());
}

TEST(RunWriter, RefusesAnExistingFileAndNamesTheRemedies) {
    const TemporaryFolder folder;
    testing::write_bytes(folder / "run_max.nc", "something of value");
    const auto text = error_of<FileError>(
        [&] { RunWriter::create(folder / "run", testing::some_description(2, {0}), Existing::refuse); });
    EXPECT_THAT(text, HasSubstr("run_max.nc"));
    EXPECT_THAT(text, HasSubstr("--overwrite"));
    EXPECT_THAT(text, HasSubstr("--resume"));
    EXPECT_EQ(files_in(folder), 1);
    EXPECT_EQ(bytes_of(folder / "run_max.nc"), "something of value");
}

TEST(RunWriter, OverwritesTheOldSetAndLeftoversOfAnInterruptedStart) {
    const TemporaryFolder folder;
    write_run(folder / "run", telltale_run(3, {0, 10}));
    testing::write_bytes(folder / "run_min.nc.partial", "leftover");
    const SomeRun next = telltale_run(2, {5});
    RunWriter writer = RunWriter::create(folder / "run", next.description, Existing::overwrite);
    write_plane(writer, next, 0);
    writer.finish("2024-05-16T12:00:00Z");
    EXPECT_EQ(files_in(folder), 6);
    const auto run = open_run(folder / "run");
    EXPECT_TRUE(same_numbers(run.stack(Statistic::minimum)->plane(0), next.plane(0, Statistic::minimum)));
}

TEST(RunWriter, GivesARunWithoutIdOneThatItsFilesShare) {
    const TemporaryFolder folder;
    RunDescription description = testing::some_description(2, {0});
    description.run_id.clear();
    RunWriter::create(folder / "a", description, Existing::refuse).close();
    RunWriter::create(folder / "b", description, Existing::refuse).close();
    const std::string id = open_run(folder / "a").description().run_id;
    EXPECT_THAT(
        id, ::testing::MatchesRegex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
    EXPECT_EQ(open_run(folder / "a").statistics().size(), 6U);
    EXPECT_NE(open_run(folder / "b").description().run_id, id);
}

TEST(RunWriter, AMissingFolderIsNamedWithTheRemedy) {
    const TemporaryFolder folder;
    const auto text = error_of<FileError>(
        [&] { RunWriter::create(folder / "none/run", testing::some_description(2, {0}), Existing::refuse); });
    EXPECT_THAT(text, HasSubstr((folder / "none").string() + ": no such folder"));
    EXPECT_THAT(text, HasSubstr("mkdir -p"));
}

TEST(RunWriter, AFolderThatCannotBeWrittenIsRefusedAndNothingIsLeft) {
    if (geteuid() == 0) GTEST_SKIP() << "the superuser may write everywhere";
    const TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
    const auto text = error_of<FileError>(
        [&] { RunWriter::create(folder / "run", testing::some_description(2, {0}), Existing::refuse); });
    EXPECT_THAT(text, HasSubstr("permissions"));
    EXPECT_EQ(files_in(folder), 0);
    fs::permissions(folder.path(), fs::perms::owner_all);
}

TEST(RunWriter, AFolderAsPrefixIsRefused) {
    const TemporaryFolder folder;
    EXPECT_THAT(error_of<FileError>([&] {
                    RunWriter::create(folder / "", testing::some_description(2, {0}), Existing::refuse);
                }),
                HasSubstr("this is a folder"));
}

TEST(RunWriter, ADiskTooSmallForThePlanIsRefusedBeforehand) {
    const TemporaryFolder folder;
    // 1000 ranks and 10 million lengths take 490 TB.
    RunDescription description = testing::some_description(1000, std::vector<std::int64_t>(10'000'000, 1));
    const auto text =
        error_of<FileError>([&] { RunWriter::create(folder / "run", description, Existing::refuse); });
    EXPECT_THAT(text, HasSubstr("the run needs"));
    EXPECT_EQ(files_in(folder), 0);
}

TEST(RunWriter, AFolderWithoutADiskIsNotCalledFull) {
    if (access("/proc", W_OK) != 0)
        GTEST_SKIP() << "to others than root /proc is a folder without permission";
    EXPECT_THAT(error_of<FileError>([&] {
                    RunWriter::create("/proc/run", testing::some_description(2, {0}), Existing::refuse);
                }),
                ::testing::StartsWith("/proc: this folder is on a file system without space"));
}

TEST(RunWriter, LeavesNothingBehindWhenAFileCannotBeMade) {
    const TemporaryFolder folder;
    fs::create_directories(folder / "run_count.nc.partial/in the way");
    EXPECT_THROW(RunWriter::create(folder / "run", testing::some_description(2, {0}), Existing::refuse),
                 FileError);
    EXPECT_EQ(files_in(folder), 1);
}

TEST(RunWriter, APlaneCountsOnlyOnceItIsCommitted) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(3, {0, 10});
    RunWriter writer = RunWriter::create(folder / "run", run.description, Existing::refuse);
    write_plane(writer, run, 0);
    writer.begin_plane(10);
    for (std::int64_t i = 0; i < 3; ++i) writer.write_row(i, run.cells[1][static_cast<std::size_t>(i)]);
    EXPECT_EQ(open_run(folder / "run").description().message_lengths, std::vector<std::int64_t>{0});
    writer.close();
    EXPECT_EQ(open_run(folder / "run").description().message_lengths, std::vector<std::int64_t>{0});
    EXPECT_FALSE(open_run(folder / "run").description().complete);
}

TEST(RunWriter, RowsThatWereNotWrittenAreNotMeasured) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(2, {0});
    RunWriter writer = RunWriter::create(folder / "run", run.description, Existing::refuse);
    writer.begin_plane(0);
    writer.write_row(1, run.cells[0][1]);
    writer.commit_plane();
    writer.close();
    const auto read = open_run(folder / "run");
    EXPECT_TRUE(read.stack(Statistic::median)->row(0).isNaN().all());
    EXPECT_TRUE((read.stack(Statistic::count)->row(0) == 0).all());
    EXPECT_EQ(read.stack(Statistic::median)->pair(1, 0)(0), run.cells[0][1][0].median);
}

TEST(RunWriter, MisuseIsAProgrammingError) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(2, {0});
    RunWriter writer = RunWriter::create(folder / "run", run.description, Existing::refuse);
    EXPECT_THROW(writer.write_row(0, run.cells[0][0]), std::logic_error);
    EXPECT_THROW(writer.commit_plane(), std::logic_error);
    writer.begin_plane(0);
    EXPECT_THROW(writer.begin_plane(0), std::logic_error);
    EXPECT_THROW(writer.write_row(2, run.cells[0][0]), std::out_of_range);
    EXPECT_THROW(writer.write_row(0, std::span(run.cells[0][0]).first(1)), std::out_of_range);
}

TEST(RunWriter, KeepsHowManySamplesOfEachValueAreOutliers) {
    const TemporaryFolder folder;
    SomeRun run = telltale_run(3, {0, 10});
    run.cells[1][2][0] = CellStatistics::not_measured();
    write_run(folder / "run", run);
    const auto read = open_run(folder / "run");
    ASSERT_NE(read.outliers(), nullptr);
    for (const std::size_t plane : {0U, 1U})
        EXPECT_TRUE(same_numbers(read.outliers()->plane(plane), outliers_of(run, plane)));
    EXPECT_TRUE(std::isnan(read.outliers()->plane(1)(2, 0)));
    copy_run(read, read.statistics(), {folder / "copy", Existing::refuse, "copied"}, [] {});
    EXPECT_TRUE(same_numbers(open_run(folder / "copy").outliers()->plane(1), outliers_of(run, 1)));
}

TEST(RunWriter, ReadsResumesAndCopiesRunsOfEarlierVersionsWithoutOutliers) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(3, {0, 10});
    RunWriter first = RunWriter::create(folder / "run", run.description, Existing::refuse);
    write_plane(first, run, 0);
    first.close();
    const fs::path counts = statistic_path(folder / "run", Statistic::count);
    std::string others;
    for (const char* name : {"host_name",
                             "node",
                             "core",
                             "numa",
                             "excluded",
                             "usable_cores",
                             "proc_num",
                             "test_type",
                             "data_type",
                             "num_repeates",
                             "begin_mes_length",
                             "end_mes_length",
                             "step_length",
                             "noise_mes_length",
                             "num_noise_mes",
                             "num_noise_proc",
                             "statistic",
                             "message_length",
                             "n",
                             "record_time",
                             "quality",
                             "data"})
        others += fmt::format("{}{}", others.empty() ? "" : ",", name);
    ASSERT_EQ(std::system(fmt::format("nccopy -k cdf5 -V {} {} {}.older && mv {}.older {}", others,
                                      counts.string(), counts.string(), counts.string(), counts.string())
                              .c_str()),
              0);
    EXPECT_EQ(open_run(folder / "run").outliers(), nullptr);
    RunWriter writer = RunWriter::resume(folder / "run", *describe_for_resume(folder / "run"));
    write_plane(writer, run, 1);
    writer.amend(std::vector<AmendedCell>{{10, 2, 1, testing::telltale_cell(99, 1, 2)}});
    writer.finish("2024-05-16T11:00:00Z");
    const auto read = open_run(folder / "run");
    EXPECT_EQ(read.outliers(), nullptr);
    EXPECT_TRUE(same_numbers(read.stack(Statistic::count)->plane(0), run.plane(0, Statistic::count)));
    copy_run(read, read.statistics(), {folder / "copy", Existing::refuse, "copied"}, [] {});
    EXPECT_TRUE(std::isnan(open_run(folder / "copy").outliers()->plane(1)(2, 1)));
}

TEST(RunWriter, AmendsValuesOfCompletePlanesWithTheirQualityAndNoOthers) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(3, {0, 10});
    write_run(folder / "run", run);
    CellStatistics anew = testing::telltale_cell(99, 1, 2);
    anew.quality = 0;
    anew.flag(Quality::alone);
    anew.flag(Quality::unconfirmed);
    const std::vector<AmendedCell> cells{{10, 2, 1, anew}};
    RunWriter writer = RunWriter::resume(folder / "run", run.description);
    writer.amend(cells);
    EXPECT_THROW(writer.amend(std::vector<AmendedCell>{{11, 2, 1, anew}}), std::out_of_range);
    EXPECT_THROW(writer.amend(std::vector<AmendedCell>{{10, 3, 1, anew}}), std::out_of_range);
    writer.close();
    const auto read = open_run(folder / "run");
    EXPECT_TRUE(read.description().complete);
    for (const Statistic statistic : all_statistics) {
        Matrix expected = run.plane(1, statistic);
        expected(2, 1) = anew.value(statistic);
        EXPECT_TRUE(same_numbers(read.stack(statistic)->plane(1), expected)) << name_of(statistic);
        EXPECT_TRUE(same_numbers(read.stack(statistic)->plane(0), run.plane(0, statistic)));
    }
    Matrix outliers = outliers_of(run, 1);
    outliers(2, 1) = static_cast<double>(anew.outliers);
    EXPECT_TRUE(same_numbers(read.outliers()->plane(1), outliers));
    EXPECT_TRUE(same_numbers(read.outliers()->plane(0), outliers_of(run, 0)));
    const double quality = read.quality()->plane(1)(2, 1);
    EXPECT_TRUE(has_quality(quality, Quality::alone));
    EXPECT_TRUE(has_quality(quality, Quality::unconfirmed));
    EXPECT_FALSE(has_quality(quality, Quality::in_round));
}

TEST(RunWriter, FinishingMovesNoDataAndNeverChangesTheSize) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(20, {0, 10, 20});
    RunWriter writer = RunWriter::create(folder / "run", run.description, Existing::refuse);
    for (std::size_t plane = 0; plane < 3; ++plane) write_plane(writer, run, plane);
    std::vector<std::string> before;
    for (const fs::path& path : writer.paths()) before.push_back(bytes_of(path));
    const auto paths = writer.paths();
    RunDescription measured;
    measured.noise_fraction = 0.5;
    measured.empty_epoch_s = 1e-6;
    measured.clock_error_bound_s = 2e-7;
    measured.schedule = Schedule{ScheduleKind::serial, -1, {}, false};
    measured.interference_between_hosts = {0.03, 0.01, 0.04};
    measured.pairs_at_once = 12;
    measured.history = run.description.history + "thinned\n";
    writer.store_measured(measured);
    writer.finish("2024-05-16T11:00:00Z");
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const std::string after = bytes_of(paths[i]);
        ASSERT_EQ(after.size(), before[i].size());
        // The header with its slack of 64 KiB stands before everything else.
        EXPECT_TRUE(std::equal(after.begin() + 65536, after.end(), before[i].begin() + 65536)) << paths[i];
        EXPECT_NE(after, before[i]);
    }
    const RunDescription description = open_run(folder / "run").description();
    EXPECT_TRUE(description.complete);
    EXPECT_EQ(description.finished, "2024-05-16T11:00:00Z");
    EXPECT_EQ(description.noise_fraction, 0.5);
    EXPECT_EQ(description.empty_epoch_s, 1e-6);
    EXPECT_EQ(description.clock_error_bound_s, 2e-7);
    EXPECT_EQ(description.schedule, measured.schedule);
    EXPECT_EQ(description.interference_between_hosts.inflation, 0.03);
    EXPECT_EQ(description.interference_between_hosts.high, 0.04);
    EXPECT_TRUE(std::isnan(description.interference_same_host.low));
    EXPECT_EQ(description.pairs_at_once, 12);
    EXPECT_EQ(description.history, measured.history);
}

/// Writes planes with a limit on the size of files in place until that fails; 0 when it failed as it should.
int write_until_the_disk_is_full(const fs::path& prefix, const SomeRun& run, double planes_that_fit) {
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        RunWriter writer = RunWriter::create(prefix, run.description, Existing::refuse);
        // The count file is the largest: it has the quality and the outliers as well.
        const auto plane_bytes =
            static_cast<double>(run.cells[0].size() * run.cells[0].size() * (sizeof(double) + 5));
        const double size = static_cast<double>(fs::file_size(statistic_path(prefix, Statistic::minimum)));
        const auto limit = static_cast<rlim_t>(size + planes_that_fit * plane_bytes);
        const rlimit limits{limit, limit};
        if (setrlimit(RLIMIT_FSIZE, &limits) != 0) return 3;
        for (std::size_t plane = 0; plane < run.cells.size(); ++plane) write_plane(writer, run, plane);
        return 2;
    } catch (const FileError& error) {
        const std::string text = error.what();
        const bool clear =
            text.find(prefix.string()) != std::string::npos && text.find("--resume") != std::string::npos;
        return clear ? 0 : 1;
    }
}

TEST(RunWriter, AFullDiskIsAnErrorThatLeavesEveryCompletePlaneReadable) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(40, {0, 10, 20, 30, 40, 50});
    const pid_t child = fork();
    if (child == 0) _exit(write_until_the_disk_is_full(folder / "run", run, 3.5));
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    ASSERT_EQ(WEXITSTATUS(status), 0);

    const auto read = open_run(folder / "run");
    const std::size_t planes = read.description().message_lengths.size();
    EXPECT_EQ(planes, 3U);
    for (const Statistic statistic : read.statistics()) {
        for (std::size_t k = 0; k < planes; ++k) {
            EXPECT_TRUE(same_numbers(read.stack(statistic)->plane(k), run.plane(k, statistic)));
        }
    }
    RunWriter writer = RunWriter::resume(folder / "run", *describe_for_resume(folder / "run"));
    for (std::size_t k = writer.complete_lengths().size(); k < run.cells.size(); ++k)
        write_plane(writer, run, k);
    writer.finish("2024-05-16T11:00:00Z");
    EXPECT_TRUE(same_numbers(open_run(folder / "run").stack(Statistic::average)->plane(5),
                             run.plane(5, Statistic::average)));
}

}  // namespace
}  // namespace fabricmap
