// SPDX-License-Identifier: Apache-2.0
// Archives as runs among others, and what it costs to read a little of one.
#include "netcdf_schema/archive/archive_writer.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/some_archives.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/temporary_folder.hpp"

#include <cmath>
#include <fstream>
#include <limits>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;
using testing::archive_with_exceptions;
using testing::SomeArchive;
using testing::TemporaryFolder;

void write_statistic(const fs::path& prefix, Statistic statistic, const std::string& run_id) {
    SomeArchive archive = archive_with_exceptions(4);
    archive.header.statistic = statistic;
    archive.header.run.run_id = run_id;
    if (statistic != Statistic::median) archive.header.facts.largest_relative_error = 0.6;
    for (double& mean : archive.means) mean *= static_cast<int>(statistic);
    write_archive(archive_path(prefix, statistic), archive);
}

TEST(ArchiveRun, ThePrefixOpensAllStatisticsOfOneRun) {
    const TemporaryFolder folder;
    for (const Statistic statistic : {Statistic::minimum, Statistic::median, Statistic::count})
        write_statistic(folder / "run", statistic, "one");
    write_statistic(folder / "run", Statistic::maximum, "another");
    const auto run = open_run(folder / "run");
    EXPECT_EQ(run.statistics(), (std::vector{Statistic::minimum, Statistic::median, Statistic::count}));
    EXPECT_EQ(run.preferred(), Statistic::median);
    EXPECT_EQ(run.stack(Statistic::count)->plane(0)(0, 0),
              8 * run.stack(Statistic::minimum)->plane(0)(0, 0) / 4);
    testing::expect_same(run.description(), [] {
        RunDescription description = archive_with_exceptions(4).header.run;
        description.run_id = "one";
        description.title += " (from clusters of pairs, largest error 4.9 %)";
        return description;
    }());
}

TEST(ArchiveRun, ANamedFileIsPreferredAndBringsItsSiblings) {
    const TemporaryFolder folder;
    for (const Statistic statistic : {Statistic::minimum, Statistic::median})
        write_statistic(folder / "run", statistic, "one");
    const auto run = open_run(folder / "run_min_arc.nc");
    EXPECT_EQ(run.statistics().size(), 2U);
    EXPECT_EQ(run.preferred(), Statistic::minimum);
    EXPECT_EQ(run.description().archive_error, 0.6);
}

TEST(ArchiveRun, ThePlainFilesOfARunGoBeforeItsArchives) {
    const TemporaryFolder folder;
    write_run(folder / "run", testing::telltale_run(4, {0, 100}));
    write_statistic(folder / "run", Statistic::median, "one");
    EXPECT_EQ(open_run(folder / "run").statistics().size(), all_statistics.size());
    EXPECT_EQ(open_run(folder / "run_median_arc.nc").statistics(), std::vector{Statistic::median});
}

TEST(ArchiveRun, TheContentIdentifiesAnArchiveWhateverItsName) {
    const TemporaryFolder folder;
    write_archive(folder / "run_median.nc", archive_with_exceptions(4));
    EXPECT_EQ(open_run(folder / "run").stack(Statistic::median)->plane(1)(1, 2), 2e-3);
}

/// So far, by this process, from files.
long bytes_read() {
    std::ifstream io("/proc/self/io");
    std::string name;
    long bytes = -1;
    io >> name >> bytes;
    return name == "rchar:" ? bytes : -1;
}

TEST(ArchiveRun, ValuesThatCannotBeTrueCountAsNotMeasured) {
    const TemporaryFolder folder;
    SomeArchive archive = archive_with_exceptions(8);
    archive.exceptions[0].value = -1e-6;  // of the pair (0,1), plane 0
    archive.exceptions[4].value = std::numeric_limits<double>::infinity();
    write_archive(folder / "run_median_arc.nc", archive);
    const auto run = open_run(folder / "run_median_arc.nc");
    const Matrix plane = run.stack(Statistic::median)->plane(0);
    EXPECT_TRUE(std::isnan(plane(0, 1)));
    EXPECT_TRUE(std::isnan(plane(4, 5)));
    EXPECT_EQ(run.implausible_values(), 2U);
}

long bytes_for_one_value(const fs::path& path, const SomeArchive& archive) {
    const std::int64_t last = archive.header.run.rank_count() - 1;
    const long before = bytes_read();
    const Archive read(path);
    EXPECT_EQ(read.value(3, last, 5), archive.plane(3)(last, 5));
    return bytes_read() - before;
}

TEST(ArchiveRun, OneValueOfALargeArchiveCostsHardlyMoreBytesThanOneOfASmallOne) {
    if (bytes_read() < 0) GTEST_SKIP() << "the system does not count";
    const TemporaryFolder folder;
    std::vector<long> bytes;
    std::vector<std::uintmax_t> sizes;
    for (const std::size_t ranks : {600U, 3000U}) {
        SomeArchive archive = archive_with_exceptions(ranks);
        // Labels that hardly pack.
        for (std::size_t pair = 0; pair < ranks * ranks; ++pair)
            archive.labels[1][pair] = static_cast<std::uint32_t>(pair * pair * 2654435761U >> 20 & 3);
        const fs::path path = folder / std::to_string(ranks);
        write_archive(path, archive);
        bytes.push_back(bytes_for_one_value(path, archive));
        sizes.push_back(fs::file_size(path));
    }
    EXPECT_GT(sizes[1], 8 * sizes[0]);
    // 2400 more host names, three numbers and a place in the table of exceptions for each, all of them
    // packed.
    EXPECT_LT(bytes[1], bytes[0] + 2400L * 20);
    EXPECT_LT(static_cast<std::uintmax_t>(bytes[1]), sizes[1] / 8);
}

}  // namespace
}  // namespace fabricmap
