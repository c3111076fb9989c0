// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/archive/archive_writer.hpp"

#include "base/output_file.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/some_archives.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/temporary_folder.hpp"

#include <netcdf.h>

#include <functional>
#include <sys/resource.h>
#include <sys/stat.h>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using ::testing::HasSubstr;
using testing::regular_archive;
using testing::SomeArchive;
using testing::TemporaryFolder;

int type_of_labels(const fs::path& path) {
    int file = -1;
    int info = -1;
    int type = NC_NAT;
    EXPECT_EQ(nc_open(path.c_str(), NC_NOWRITE, &file), NC_NOERR);
    EXPECT_EQ(nc_inq_varid(file, "info", &info), NC_NOERR);
    EXPECT_EQ(nc_inq_vartype(file, info, &type), NC_NOERR);
    EXPECT_EQ(nc_close(file), NC_NOERR);
    return type;
}

TEST(ArchiveWriter, EveryFieldOfTheHeaderComesBack) {
    const TemporaryFolder folder;
    const SomeArchive archive = testing::archive_with_exceptions(5);
    write_archive(folder / "a", archive);
    const Archive read(folder / "a");
    testing::expect_same(read.header().run, archive.header.run);
    EXPECT_EQ(read.header().statistic, Statistic::median);
    EXPECT_EQ(read.header().ranges, archive.header.ranges);
    EXPECT_EQ(read.header().exceptions, 5U);
    const ArchiveFacts& facts = read.header().facts;
    EXPECT_EQ(facts.threshold, 0.05);
    EXPECT_EQ(facts.absolute_threshold, 1e-7);
    EXPECT_EQ(facts.threshold_reason, "three times the noise");
    EXPECT_EQ(facts.noise, 0.0125);
    EXPECT_EQ(facts.exceptions_per_pair, 2);
    EXPECT_EQ(facts.shortest_range, 3);
    EXPECT_EQ(facts.largest_relative_error, 0.049);
    EXPECT_EQ(facts.rms_relative_error, 0.011);
}

TEST(ArchiveWriter, TextsOfAnyLengthComeBack) {
    const TemporaryFolder folder;
    SomeArchive archive = regular_archive(2);
    archive.header.run.history = std::string(200'000, 'h');
    archive.header.run.run_id.clear();
    archive.header.run.finished.clear();
    archive.header.facts.threshold_reason.clear();
    write_archive(folder / "a", archive);
    const Archive read(folder / "a");
    testing::expect_same(read.header().run, archive.header.run);
    EXPECT_EQ(read.header().facts.threshold_reason, "");
}

TEST(ArchiveWriter, LabelsTakeTheSmallestTypeThatHoldsThem) {
    const TemporaryFolder folder;
    const std::vector<std::pair<std::size_t, int>> expected{
        {255, NC_UBYTE}, {256, NC_UBYTE}, {257, NC_USHORT}, {65536, NC_USHORT}, {65537, NC_UINT}};
    for (const auto& [clusters, type] : expected) {
        SomeArchive archive = regular_archive(3, clusters);
        archive.labels[1][5] = static_cast<std::uint32_t>(clusters - 1);
        fs::remove(folder / "a");
        write_archive(folder / "a", archive);
        EXPECT_EQ(type_of_labels(folder / "a"), type) << clusters;
        EXPECT_EQ(Archive(folder / "a").label(1, 1, 2), clusters - 1);
        EXPECT_EQ(Archive(folder / "a").value(3, 1, 2), archive.means.back());
    }
}

TEST(ArchiveWriter, ARegularRunTakesLittleSpace) {
    const TemporaryFolder folder;
    write_archive(folder / "a", regular_archive(1000));
    // 2 000 000 labels and the names of 1000 ranks: without packing they would take 2 MB and more.
    EXPECT_LT(fs::file_size(folder / "a"), 60'000U);
    write_archive(folder / "b", testing::archive_with_exceptions(8));
    EXPECT_LT(fs::file_size(folder / "b"), 24'000U);
}

TEST(ArchiveWriter, RowsComeInAnyPortionsAndRangesInTurn) {
    const TemporaryFolder folder;
    // More than a row of tiles, and no multiple of it.
    const SomeArchive archive = regular_archive(700);
    ArchiveWriter writer(folder / "a", archive.header, false);
    for (std::size_t sender = 0; sender < 700; sender += 35) {
        for (std::size_t range = 0; range < 2; ++range) {
            writer.write_labels(
                range, static_cast<std::int64_t>(sender),
                std::span(archive.labels[range]).subspan(sender * 700, std::size_t{35} * 700));
        }
    }
    for (const double mean : archive.means) writer.write_means(std::span(&mean, 1));
    writer.finish();
    write_archive(folder / "b", archive);
    const Archive by_portions(folder / "a");
    for (std::int64_t pair = 0; pair < std::int64_t{700} * 700; ++pair) {
        const auto expected = archive.labels[1][static_cast<std::size_t>(pair)];
        ASSERT_EQ(by_portions.label(1, pair / 700, pair % 700), expected) << pair;
    }
}

TEST(ArchiveWriter, WithoutAnEndNothingStays) {
    const TemporaryFolder folder;
    const SomeArchive archive = regular_archive(3);
    {
        ArchiveWriter writer(folder / "a", archive.header, false);
        writer.write_labels(0, 0, archive.labels[0]);
        EXPECT_FALSE(fs::exists(folder / "a"));
        EXPECT_THROW(writer.finish(), std::logic_error);
    }
    EXPECT_EQ(files_in(folder), 0);
}

TEST(ArchiveWriter, WhatStandsThereIsReplacedOnlyWhenThatIsAsked) {
    const TemporaryFolder folder;
    const SomeArchive archive = regular_archive(3);
    testing::write_bytes(folder / "a", "old");
    const auto text = error_of<FileError>([&] { ArchiveWriter(folder / "a", archive.header, false); });
    EXPECT_THAT(text, HasSubstr((folder / "a").string() + ": already exists; choose another name"));
    EXPECT_THAT(text, HasSubstr("--overwrite"));
    { const ArchiveWriter given_up(folder / "a", archive.header, true); }
    EXPECT_EQ(testing::bytes_of(folder / "a"), "old");
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_THAT(error_of<FileError>([&] { ArchiveWriter(folder / "pipe", archive.header, true); }),
                HasSubstr("not a regular file"));
    testing::write_bytes(partial_path(folder / "b"), "left by a program that was killed");
    write_archive(folder / "b", archive);
    EXPECT_EQ(Archive(folder / "b").header().ranges, archive.header.ranges);
    EXPECT_EQ(files_in(folder), 3);
}

TEST(ArchiveWriter, AMissingFolderIsNamedWithTheRemedy) {
    const TemporaryFolder folder;
    EXPECT_THAT(
        error_of<FileError>([&] { ArchiveWriter(folder / "none/a", regular_archive(2).header, false); }),
        HasSubstr("make its folder first"));
}

TEST(ArchiveWriter, MistakesOfTheCallerAreReported) {
    const TemporaryFolder folder;
    const auto refuses = [&](const std::function<void(ArchiveHeader&)>& spoil) {
        ArchiveHeader header = regular_archive(3).header;
        spoil(header);
        EXPECT_THROW(ArchiveWriter(folder / "a", header, false), std::logic_error);
    };
    refuses([](ArchiveHeader& header) { header.run.ranks.clear(); });
    refuses([](ArchiveHeader& header) { header.run.message_lengths = {}, header.ranges = {}; });
    refuses([](ArchiveHeader& header) { header.run.message_lengths[1] = 0; });
    refuses([](ArchiveHeader& header) { header.ranges[1].first_plane = 3; });
    refuses([](ArchiveHeader& header) { header.ranges.pop_back(); });
    refuses([](ArchiveHeader& header) { header.ranges[0].clusters = 0; });

    SomeArchive archive = testing::archive_with_exceptions(3);
    ArchiveWriter writer(folder / "a", archive.header, false);
    const std::vector<std::uint32_t> row{0, 1, 4};
    EXPECT_THROW(writer.write_labels(0, 0, row), std::logic_error) << "there are four clusters";
    EXPECT_THROW(writer.write_labels(0, 1, archive.labels[0]), std::logic_error) << "row 0 is missing";
    EXPECT_THROW(writer.write_labels(2, 0, archive.labels[0]), std::logic_error);
    archive.means.push_back(0);
    EXPECT_THROW(writer.write_means(archive.means), std::logic_error);
    std::swap(archive.exceptions[0], archive.exceptions[1]);
    EXPECT_THROW(writer.write_exceptions(archive.exceptions), std::logic_error);
}

TEST(ArchiveWriter, AFileThatMayNotGrowIsAFileErrorAndNothingStays) {
    const TemporaryFolder folder;
    const SomeArchive archive = regular_archive(1000, 200'000);
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    // No room at all, and room for a part. Where the library itself met the limit, this program would crash.
    for (const rlim_t limit : {rlim_t{65536}, rlim_t{5} << 20}) {
        const rlimit little{limit, before.rlim_max};
        ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &little), 0);
        const auto text = error_of<FileError>([&] { write_archive(folder / "a", archive); });
        setrlimit(RLIMIT_FSIZE, &before);
        EXPECT_THAT(text, HasSubstr((folder / "a").string()));
        EXPECT_THAT(text, HasSubstr("ulimit -f"));
        EXPECT_EQ(files_in(folder), 0);
    }
}

}  // namespace
}  // namespace fabricmap
