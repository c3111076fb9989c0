// SPDX-License-Identifier: Apache-2.0
// What may be opened, and what is refused.
#include "netcdf_schema/open_run.hpp"

#include "some_runs.hpp"
#include "tests/expectations.hpp"
#include "tests/repetitions.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using ::testing::HasSubstr;
using testing::SomeRun;
using testing::telltale_run;
using testing::TemporaryFolder;

TEST(OpenRun, IndicesOutOfRangeAreRefused) {
    const TemporaryFolder folder;
    write_run(folder / "run", telltale_run(2, {0}));
    const auto stack = open_run(folder / "run").stack(Statistic::median);
    EXPECT_THROW((void)stack->plane(1), std::out_of_range);
    EXPECT_THROW((void)stack->row(2), std::out_of_range);
    EXPECT_THROW((void)stack->rows(1, 0, 1), std::out_of_range);
    EXPECT_THROW((void)stack->rows(0, 1, 2), std::out_of_range);
    EXPECT_THROW((void)stack->column(-1), std::out_of_range);
    EXPECT_THROW((void)stack->pair(0, 2), std::out_of_range);
}

TEST(OpenRun, WhatIsNoFileOfOursIsRefusedWithPathAndReason) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "sub");
    testing::write_bytes(folder / "empty", "");
    testing::write_bytes(folder / "prose", "Dear diary");
    testing::write_bytes(folder / "short", "CDF");
    testing::write_bytes(folder / "half", std::string("CDF\x05\0\0\0\0", 8));
    testing::write_bytes(folder / "hdf", "\x89HDF\r\n\x1a\n and nothing else");
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    fs::create_symlink("nowhere", folder / "dangling");
    const std::map<std::string, std::string> reasons{{"sub", "folder"},
                                                     {"empty", "empty"},
                                                     {"prose", "unrecognised format"},
                                                     {"short", "not a NetCDF"},
                                                     {"half", "cut off"},
                                                     {"hdf", "cut off or damaged"},
                                                     {"pipe", "not a regular file"},
                                                     {"none", "no such file"},
                                                     {"dangling", "no such file"}};
    for (const auto& [name, reason] : reasons) {
        const fs::path path = folder / name;
        const auto text = error_of<FileError>([&] { (void)open_run(path); });
        EXPECT_THAT(text, HasSubstr(path.string()));
        EXPECT_THAT(text, HasSubstr(reason)) << name;
    }
}

TEST(OpenRun, AFileThatMayNotBeReadIsRefused) {
    if (geteuid() == 0) GTEST_SKIP() << "the superuser may read everything";
    const TemporaryFolder folder;
    testing::write_bytes(folder / "secret", "CDF\x05");
    fs::permissions(folder / "secret", fs::perms::none);
    EXPECT_THAT(error_of<FileError>([&] { (void)open_run(folder / "secret"); }), HasSubstr("permissions"));
}

TEST(OpenRun, APrefixThatIsAFolderTooMeansTheRun) {
    const TemporaryFolder folder;
    write_run(folder / "run", telltale_run(2, {0}));
    fs::create_directory(folder / "run");
    EXPECT_EQ(open_run(folder / "run").statistics().size(), 6U);
}

// As fabricmap check keeps them.
TEST(OpenRun, AFolderWithRunsNamesThem) {
    const TemporaryFolder folder;
    EXPECT_THAT(error_of<FileError>([&] { (void)open_run(folder.path()); }),
                HasSubstr("the prefix of a run"));
    for (const char* const run : {"run1", "both_ways"})
        std::ofstream(folder / fmt::format("{}_median.nc", run)) << "of no matter";
    std::ofstream(folder / "run1_max.nc") << "of no matter";
    std::ofstream(folder / "check.json") << "{}";
    EXPECT_EQ(
        error_of<FileError>([&] { (void)open_run(folder.path()); }),
        fmt::format("{0}: this is a folder, with the runs {0}/both_ways {0}/run1: give one or more of them",
                    folder.path().string()));
}

TEST(OpenRun, ADamagedSiblingIsAnErrorForThePrefixAndLeftOutBesideANamedFile) {
    const TemporaryFolder folder;
    write_run(folder / "run", telltale_run(3, {0, 10}));
    fs::resize_file(folder / "run_max.nc", fs::file_size(folder / "run_max.nc") - 100);
    EXPECT_THAT(error_of<FileError>([&] { (void)open_run(folder / "run"); }), HasSubstr("run_max.nc"));
    EXPECT_EQ(open_run(folder / "run_min.nc").statistics().size(), 5U);
}

TEST(OpenRun, AFinishedFileCutAtAnyPlaceIsRefused) {
    const TemporaryFolder folder;
    write_run(folder / "run", telltale_run(3, {0, 10, 20}));
    const std::string whole = testing::bytes_of(folder / "run_count.nc");
    for (std::size_t size = 0; size < whole.size();
         size += size < 4000 || size > whole.size() - 500 ? 7U : 5003U) {
        testing::write_bytes(folder / "cut", std::string_view(whole).substr(0, size));
        EXPECT_THROW((void)open_run(folder / "cut"), FileError) << size << " of " << whole.size();
    }
}

TEST(OpenRun, AnUnfinishedFileThatLostCompletePlanesIsRefused) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(3, {0, 10, 20, 30});
    RunWriter writer = RunWriter::create(folder / "run", run.description, RunWriter::Existing::refuse);
    for (std::size_t plane = 0; plane < 3; ++plane) write_plane(writer, run, plane);
    writer.close();
    const auto size = fs::file_size(folder / "run_min.nc");
    // A plane of 3 × 3 doubles with its length, written twice, and its time takes 96 bytes.
    for (const unsigned lost : {1U, 72U, 97U, 150U, 288U}) {
        fs::resize_file(folder / "run_min.nc", size - lost);
        EXPECT_THROW((void)open_run(folder / "run_min.nc"), FileError) << lost;
    }
}

/// Reads everything; only the errors that are promised may come.
void read_all(const fs::path& path) {
    try {
        const auto run = open_run(path);
        for (const Statistic statistic : run.statistics()) {
            const auto stack = run.stack(statistic);
            if (stack->message_lengths().empty()) continue;
            (void)stack->pair(0, 0);
            if (stack->rank_count() < 1000) (void)stack->plane(0);
        }
    } catch (const FileError& error) {
        EXPECT_STRNE(error.what(), "");
    }
}

void damage_and_read(const std::string& whole, std::size_t header_size, const fs::path& path) {
    constexpr std::array<unsigned char, 5> bytes{0x00, 0xff, 0x7f, 0x01, 0x80};
    // Five values of each byte, or one of each, each in its turn.
    const auto values = static_cast<std::size_t>(testing::repetitions(1, static_cast<int>(bytes.size())));
    for (std::size_t at = 0; at < std::min(header_size, whole.size()); ++at) {
        for (std::size_t value = 0; value < values; ++value) {
            std::string damaged = whole;
            damaged[at] = static_cast<char>(bytes.at((at + value) % bytes.size()));
            testing::write_bytes(path, damaged);
            read_all(path);
        }
    }
}

TEST(OpenRun, ADamagedHeaderIsNeverMoreThanAnError) {
    const TemporaryFolder folder;
    RunDescription description;
    description.ranks.resize(2);
    description.message_lengths = {0, 8};
    RunWriter writer = RunWriter::create(folder / "run", description, RunWriter::Existing::refuse);
    SomeRun run = telltale_run(2, {0, 8});
    write_plane(writer, run, 0);
    writer.close();
    damage_and_read(testing::bytes_of(folder / "run_count.nc"), 1000, folder / "damaged");

    const fs::path samples = fs::path(SAMPLES_DIRECTORY) / "legacy";
    damage_and_read(testing::bytes_of(samples / "np4/put/network_min.nc"), 800, folder / "damaged");
    damage_and_read(testing::bytes_of(samples / "clustered/np4_one_to_one_network_median_arc.nc"), 1100,
                    folder / "damaged");
}

}  // namespace
}  // namespace fabricmap
