// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/collective_file.hpp"

#include "netcdf_schema/collectives/collective_run_writer.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/collectives/some_collectives.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/temporary_folder.hpp"

#include <netcdf.h>

#include <csignal>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace fabricmap {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::some_collectives;
using testing::telltale_visit;
using testing::TemporaryFolder;
using IfThere = CollectiveRunWriter::Existing;

void write_visits(const std::filesystem::path& prefix, const CollectiveRun& run, int visits) {
    CollectiveRunWriter writer = CollectiveRunWriter::create(prefix, run, IfThere::refuse);
    for (int number = 0; number < visits; ++number) writer.append(telltale_visit(run, number));
    writer.finish("2026-01-01T00:00:00Z");
}

std::vector<CollectiveVisit> visits_at(const std::filesystem::path& prefix) {
    return CollectiveFile(collectives_path(prefix)).visits();
}

TEST(CollectiveFile, GivesBackEverythingThatWasWritten) {
    const TemporaryFolder folder;
    const CollectiveRun run = some_collectives(3);
    write_visits(folder / "run", run, 150);
    const CollectiveFile file(collectives_path(folder / "run"));
    const CollectiveRun& read = file.run();
    EXPECT_EQ(read.start, run.start);
    EXPECT_EQ(read.timing, run.timing);
    EXPECT_EQ(read.clock, run.clock);
    EXPECT_EQ(read.clock_sync, run.clock_sync);
    EXPECT_EQ(read.runs_per_visit, run.runs_per_visit);
    EXPECT_EQ(read.precision, run.precision);
    EXPECT_EQ(read.operations, run.operations);
    EXPECT_EQ(read.mock_ups, run.mock_ups);
    EXPECT_EQ(read.algorithms, run.algorithms);
    EXPECT_EQ(read.description.ranks, run.description.ranks);
    EXPECT_EQ(read.description.message_lengths, run.description.message_lengths);
    EXPECT_EQ(read.description.seed, run.description.seed);
    EXPECT_EQ(read.description.run_id, run.description.run_id);
    EXPECT_EQ(read.description.excluded_hosts, run.description.excluded_hosts);
    EXPECT_TRUE(read.description.complete);
    EXPECT_EQ(read.description.finished, "2026-01-01T00:00:00Z");

    const std::vector<CollectiveVisit> visits = file.visits();
    ASSERT_EQ(visits.size(), 150U);
    for (int number = 0; number < 150; ++number)
        testing::expect_same(visits[static_cast<std::size_t>(number)], telltale_visit(run, number));
}

TEST(CollectiveFile, AVisitMayHaveFewerRunsAndNoTimesOfRanks) {
    const TemporaryFolder folder;
    const CollectiveRun run = some_collectives(2);
    CollectiveRunWriter writer = CollectiveRunWriter::create(folder / "run", run, IfThere::refuse);
    CollectiveVisit visit;
    visit.cell.operation = 0;
    visit.cell.ranks = 2;
    visit.completion = {1, 2};
    writer.append(visit);
    writer.close();
    const std::vector<CollectiveVisit> visits = visits_at(folder / "run");
    ASSERT_EQ(visits.size(), 1U);
    EXPECT_EQ(visits[0].completion, (std::vector<double>{1, 2}));
    EXPECT_EQ(visits[0].longest.size(), 2U);
    EXPECT_TRUE(std::isnan(visits[0].longest[0]));
    EXPECT_GT(visits[0].record_time, 1.7e9);
    EXPECT_FALSE(CollectiveFile(collectives_path(folder / "run")).run().description.complete);
}

TEST(CollectiveFile, AVisitThatDoesNotFitTheRunIsAnErrorOfTheCaller) {
    const TemporaryFolder folder;
    const CollectiveRun run = some_collectives(2);
    CollectiveRunWriter writer = CollectiveRunWriter::create(folder / "run", run, IfThere::refuse);
    CollectiveVisit visit = telltale_visit(run, 0);
    visit.finish_max.pop_back();
    EXPECT_THROW(writer.append(visit), std::invalid_argument);
    visit = telltale_visit(run, 0);
    visit.completion.assign(6, 1);
    EXPECT_THROW(writer.append(visit), std::invalid_argument);
}

TEST(CollectiveFile, AResumedRunEndsWithTheVisitsOfBothParts) {
    const TemporaryFolder folder;
    const CollectiveRun run = some_collectives(2);
    {
        CollectiveRunWriter writer = CollectiveRunWriter::create(folder / "run", run, IfThere::refuse);
        for (int number = 0; number < 7; ++number) writer.append(telltale_visit(run, number));
        writer.close();
    }
    CollectiveRun again = CollectiveFile(collectives_path(folder / "run")).run();
    again.description.history += "resumed\n";
    CollectiveRunWriter writer = CollectiveRunWriter::resume(folder / "run", again);
    writer.append(telltale_visit(run, 7));
    writer.finish("2026-01-01T00:00:00Z");
    const std::vector<CollectiveVisit> visits = visits_at(folder / "run");
    ASSERT_EQ(visits.size(), 8U);
    for (int number = 0; number < 8; ++number)
        testing::expect_same(visits[static_cast<std::size_t>(number)], telltale_visit(run, number));
    EXPECT_THAT(CollectiveFile(collectives_path(folder / "run")).run().description.history,
                HasSubstr("resumed"));
}

TEST(CollectiveFile, AnotherRunOrOtherOperationsAreNotResumed) {
    const TemporaryFolder folder;
    write_visits(folder / "run", some_collectives(2), 1);
    CollectiveRun other = some_collectives(2);
    other.description.run_id = "another";
    const auto resume = [&] { (void)CollectiveRunWriter::resume(folder / "run", other); };
    EXPECT_THAT(error_of<FileError>(resume), HasSubstr("another run"));
    other = some_collectives(2);
    other.operations.push_back("scan");
    EXPECT_THAT(error_of<FileError>(resume), HasSubstr("another run"));
}

TEST(CollectiveFile, AnExistingFileIsKeptUnlessItIsToBeReplaced) {
    const TemporaryFolder folder;
    write_visits(folder / "run", some_collectives(2), 3);
    const std::string text = error_of<FileError>(
        [&] { (void)CollectiveRunWriter::create(folder / "run", some_collectives(2), IfThere::refuse); });
    EXPECT_THAT(text, HasSubstr("run_collectives.nc"));
    EXPECT_THAT(text, HasSubstr("--overwrite"));
    EXPECT_THAT(text, HasSubstr("--resume"));
    EXPECT_EQ(visits_at(folder / "run").size(), 3U);
    CollectiveRunWriter::create(folder / "run", some_collectives(2), IfThere::overwrite).close();
    EXPECT_TRUE(visits_at(folder / "run").empty());
    EXPECT_EQ(files_in(folder), 1);
}

TEST(CollectiveFile, ADiskThatIsTooSmallIsRefusedBeforehand) {
    const TemporaryFolder folder;
    EXPECT_THAT(error_of<FileError>([&] {
                    CollectiveRunWriter::check_place(folder / "run", some_collectives(2), IfThere::refuse,
                                                     std::size_t{1} << 50);
                }),
                HasSubstr("the disk has"));
}

TEST(CollectiveFile, AForeignFileIsOneLineThatNamesIt) {
    const TemporaryFolder folder;
    testing::write_bytes(folder / "text_collectives.nc", "no NetCDF at all");
    EXPECT_THAT(error_of<FileError>([&] { CollectiveFile(folder / "text_collectives.nc"); }),
                HasSubstr("text_collectives.nc: this is not a NetCDF file"));
    write_run(folder / "delays", testing::telltale_run(2, {0}));
    EXPECT_THAT(error_of<FileError>([&] { CollectiveFile(folder / "delays_median.nc"); }),
                HasSubstr("this holds no collective operations"));
    EXPECT_THAT(error_of<FileError>([&] { CollectiveFile(folder / "missing"); }), HasSubstr("missing"));
}

TEST(CollectiveFile, ANewerFileIsOneLineThatNamesTheRemedy) {
    const TemporaryFolder folder;
    write_visits(folder / "run", some_collectives(2), 1);
    int id = -1;
    ASSERT_EQ(nc_open(collectives_path(folder / "run").c_str(), NC_WRITE, &id), NC_NOERR);
    const int version = 2;
    nc_put_att_int(id, NC_GLOBAL, "fabricmap_collectives", NC_INT, 1, &version);
    nc_close(id);
    EXPECT_THAT(error_of<FileError>([&] { CollectiveFile(collectives_path(folder / "run")); }),
                HasSubstr("use a newer fabricmap"));
}

TEST(CollectiveFile, AFinishedFileThatIsCutOffIsRefused) {
    const TemporaryFolder folder;
    write_visits(folder / "run", some_collectives(2), 20);
    const std::filesystem::path path = collectives_path(folder / "run");
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 10);
    EXPECT_THAT(error_of<FileError>([&] { CollectiveFile{path}; }), HasSubstr("cut off"));
    std::filesystem::resize_file(path, 100);
    EXPECT_THAT(error_of<FileError>([&] { CollectiveFile{path}; }), HasSubstr("cut off"));
}

TEST(CollectiveFile, AVisitOfNoOperationIsRefused) {
    const TemporaryFolder folder;
    write_visits(folder / "run", some_collectives(2), 2);
    int id = -1;
    int variable = -1;
    ASSERT_EQ(nc_open(collectives_path(folder / "run").c_str(), NC_WRITE, &id), NC_NOERR);
    ASSERT_EQ(nc_inq_varid(id, "operation", &variable), NC_NOERR);
    const std::size_t second = 1;
    const int none = 99;
    nc_put_var1_int(id, variable, &second, &none);
    nc_close(id);
    EXPECT_THAT(error_of<FileError>([&] { (void)visits_at(folder / "run"); }),
                HasSubstr("visit 1 has the operation 99, of 3"));
}

TEST(CollectiveFile, IsFoundByItsContentOrItsPrefix) {
    const TemporaryFolder folder;
    write_visits(folder / "run", some_collectives(2), 1);
    write_run(folder / "delays", testing::telltale_run(2, {0}));
    EXPECT_EQ(find_collectives(folder / "run"), collectives_path(folder / "run"));
    std::filesystem::rename(collectives_path(folder / "run"), folder / "renamed.nc");
    EXPECT_EQ(find_collectives(folder / "renamed.nc"), folder / "renamed.nc");
    EXPECT_FALSE(find_collectives(folder / "delays_median.nc"));
    EXPECT_FALSE(find_collectives(folder / "delays"));
    EXPECT_FALSE(find_collectives(folder / "missing"));
}

TEST(CollectiveFile, ThatIsRemovedReplacedOrCutOffWhileItIsWrittenIsAnErrorAtTheNextCommit) {
    namespace fs = std::filesystem;
    const std::vector<std::pair<const char*, std::function<void(const fs::path&)>>> harms{
        {"was removed", [](const fs::path& path) { fs::remove(path); }},
        {"or its folder was renamed",
         [](const fs::path& path) { fs::rename(path.parent_path(), path.parent_path().string() + "x"); }},
        {"was replaced by another file",
         [](const fs::path& path) {
             fs::copy(path, path.string() + "2");
             fs::rename(path.string() + "2", path);
         }},
        {"was cut off", [](const fs::path& path) { fs::resize_file(path, fs::file_size(path) - 1); }}};
    for (const auto& [words, harm] : harms) {
        const TemporaryFolder folder;
        fs::create_directory(folder / "runs");
        const CollectiveRun run = some_collectives(2);
        CollectiveRunWriter writer =
            CollectiveRunWriter::create(folder / "runs" / "run", run, IfThere::refuse);
        writer.append(telltale_visit(run, 0));
        writer.commit();
        harm(writer.path());
        writer.append(telltale_visit(run, 1));
        try {
            writer.commit();
            ADD_FAILURE() << words;
        } catch (const FileError& error) {
            EXPECT_THAT(error.what(), ::testing::HasSubstr(words));
            EXPECT_THAT(error.what(), ::testing::HasSubstr("run_collectives.nc"));
        }
    }
}

/// Appends until the file may not grow; 0 when that is a clear error.
int append_until_the_disk_is_full(const std::filesystem::path& prefix, const CollectiveRun& run) {
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        CollectiveRunWriter writer = CollectiveRunWriter::create(prefix, run, IfThere::refuse);
        const auto size = static_cast<rlim_t>(std::filesystem::file_size(writer.path()));
        const auto limit = size + static_cast<rlim_t>(visit_bytes(run) * 10.5);
        const rlimit limits{limit, limit};
        if (setrlimit(RLIMIT_FSIZE, &limits) != 0) return 3;
        for (int number = 0; number < 100; ++number) {
            writer.append(telltale_visit(run, number));
            writer.commit();
        }
        return 2;
    } catch (const FileError& error) {
        const std::string text = error.what();
        const bool clear = text.find("run_collectives.nc") != std::string::npos &&
                           text.find("--resume") != std::string::npos;
        return clear ? 0 : 1;
    }
}

TEST(CollectiveFile, AFullDiskIsAnErrorThatLeavesEveryCommittedVisitReadable) {
    const TemporaryFolder folder;
    const CollectiveRun run = some_collectives(500);
    const pid_t child = fork();
    if (child == 0) _exit(append_until_the_disk_is_full(folder / "run", run));
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    ASSERT_EQ(WEXITSTATUS(status), 0);
    const std::vector<CollectiveVisit> visits = visits_at(folder / "run");
    EXPECT_EQ(visits.size(), 10U);
    for (std::size_t k = 0; k < visits.size(); ++k)
        testing::expect_same(visits[k], telltale_visit(run, static_cast<int>(k)));
}

TEST(CollectiveFile, TheThreadCommitsWhileTheCallerIsBusy) {
    const TemporaryFolder folder;
    const CollectiveRun run = some_collectives(2);
    CollectiveRunWriter writer = CollectiveRunWriter::create(folder / "run", run, IfThere::refuse);
    writer.commit_in_background();
    writer.append(telltale_visit(run, 1));
    // Bounded by the test's own time limit.
    while (visits_at(folder / "run").empty()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    testing::expect_same(visits_at(folder / "run").front(), telltale_visit(run, 1));
    writer.append(telltale_visit(run, 2));
    writer.finish("2026-01-01T00:00:00Z");
    EXPECT_EQ(visits_at(folder / "run").size(), 2U);
}

}  // namespace
}  // namespace fabricmap
