// SPDX-License-Identifier: Apache-2.0
// Archives that are none, or no longer.
#include "netcdf_schema/archive/archive.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/some_archives.hpp"
#include "tests/temporary_folder.hpp"

#include <netcdf.h>

#include <array>
#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <tuple>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

int variable_of(int file, const char* name) {
    int variable = -1;
    EXPECT_EQ(nc_inq_varid(file, name, &variable), NC_NOERR) << name;
    return variable;
}

template <typename Number>
void set(int file, const char* name, const std::vector<std::size_t>& place, Number value) {
    EXPECT_EQ(nc_put_var1(file, variable_of(file, name), place.data(), &value), NC_NOERR) << name;
}

void read_everything(const fs::path& path) {
    const auto run = open_run(path);
    const auto stack = run.stack(run.preferred());
    for (std::size_t k = 0; k < stack->message_lengths().size(); ++k) (void)stack->plane(k);
}

class ArchiveDamage : public ::testing::Test {
  protected:
    void SetUp() override { write_archive(whole, testing::archive_with_exceptions(30)); }

    /// What reading says of an archive that was changed with the library.
    std::string complaint(const std::function<void(int)>& change) {
        fs::copy_file(whole, damaged, fs::copy_options::overwrite_existing);
        int file = -1;
        EXPECT_EQ(nc_open(damaged.c_str(), NC_WRITE, &file), NC_NOERR);
        change(file);
        EXPECT_EQ(nc_close(file), NC_NOERR);
        std::string text = error_of<FileError>([&] { read_everything(damaged); });
        EXPECT_THAT(text, HasSubstr(damaged.string()));
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
        return text;
    }
    std::string complaint_about_attribute(const char* name, int value) {
        return complaint([&](int file) { nc_put_att_int(file, NC_GLOBAL, name, NC_INT, 1, &value); });
    }

    TemporaryFolder folder;
    fs::path whole = folder / "run_median_arc.nc";
    fs::path damaged = folder / "damaged.nc";
};

TEST_F(ArchiveDamage, ANewerVersionIsRefusedWithBothVersions) {
    EXPECT_THAT(complaint_about_attribute("fabricmap_archive", 2),
                HasSubstr("version 2, this program knows 1"));
    EXPECT_THAT(complaint_about_attribute("fabricmap_schema", schema_version + 1),
                HasSubstr("schema version 3, this program knows 2"));
    EXPECT_THAT(complaint_about_attribute("fabricmap_archive", 0), HasSubstr("version"));
}

TEST_F(ArchiveDamage, EveryVariableThatIsNeededIsMissed) {
    for (const char* name : {"info", "data", "length", "offset", "message_length", "host_name",
                             "exception_begin", "exception_receiver", "exception_plane", "exception_value"}) {
        const auto text = complaint(
            [&](int file) { EXPECT_EQ(nc_rename_var(file, variable_of(file, name), "other"), NC_NOERR); });
        EXPECT_THAT(text, HasSubstr(name));
    }
}

TEST_F(ArchiveDamage, ALabelOfNoClusterIsSeen) {
    EXPECT_THAT(complaint([](int file) {
                    set<unsigned char>(file, "info", {1, 29, 29}, 4);
                }),
                HasSubstr("info names a cluster that does not exist"));
}

TEST_F(ArchiveDamage, RangesWithGapsAreSeen) {
    for (const int first_plane : {0, 4, -1, std::numeric_limits<int>::max()}) {
        EXPECT_THAT(complaint([&](int file) { set<int>(file, "length", {1}, first_plane); }),
                    HasSubstr("length"));
    }
    EXPECT_THAT(complaint([](int file) { set<int>(file, "length", {0}, 1); }), HasSubstr("length"));
    for (const long long offset : {0LL, 7LL, 16LL, -8LL, std::numeric_limits<long long>::max()}) {
        EXPECT_THAT(complaint([&](int file) { set<long long>(file, "offset", {1}, offset); }),
                    HasSubstr("offset"));
    }
}

TEST_F(ArchiveDamage, LengthsThatDoNotAscendAreSeen) {
    for (const long long length : {0LL, -5LL, 100000LL}) {
        EXPECT_THAT(complaint([&](int file) { set<long long>(file, "message_length", {1}, length); }),
                    HasSubstr("message lengths"));
    }
}

TEST_F(ArchiveDamage, ExceptionsOfNoPairOrPlaneAreSeen) {
    for (const int number : {-1, 30, std::numeric_limits<int>::max()}) {
        EXPECT_THAT(complaint([&](int file) { set<int>(file, "exception_receiver", {7}, number); }),
                    HasSubstr("exception"));
        EXPECT_THAT(complaint([&](int file) { set<int>(file, "exception_plane", {7}, number); }),
                    HasSubstr("exception"));
    }
    for (const long long begin : {-1LL, 31LL, std::numeric_limits<long long>::max()}) {
        EXPECT_THAT(complaint([&](int file) { set<long long>(file, "exception_begin", {8}, begin); }),
                    HasSubstr("exception_begin"));
    }
    // Two exceptions of one sender for one cell.
    EXPECT_THAT(complaint([&](int file) {
                    set<long long>(file, "exception_begin", {1}, 2);
                    set<int>(file, "exception_receiver", {1}, 1);
                    set<int>(file, "exception_plane", {1}, 0);
                }),
                HasSubstr("exceptions are not in order"));
    EXPECT_THAT(complaint_about_attribute("exceptions", -3), HasSubstr("exceptions"));
    EXPECT_THAT(complaint_about_attribute("exceptions", 31), HasSubstr("exception_"));
}

TEST_F(ArchiveDamage, AnUnknownStatisticIsSeen) {
    EXPECT_THAT(complaint([](int file) { set<int>(file, "data_type", {}, 77); }), HasSubstr("data_type"));
}

TEST_F(ArchiveDamage, AFileCutAtAnyPlaceIsRefusedInSilence) {
    const std::string bytes = testing::bytes_of(whole);
    // The number of extents stands before the checksum and its mark; behind what they begin with lie no data.
    constexpr std::size_t ending_bytes = 24;
    constexpr std::size_t extent_bytes = 16;
    std::size_t extents = 0;
    std::memcpy(&extents, bytes.data() + bytes.size() - ending_bytes, sizeof extents);
    const std::size_t end_of_data = bytes.size() - ending_bytes - extents * extent_bytes;
    ::testing::internal::CaptureStderr();
    for (std::size_t size = 0; size < end_of_data; size += size < 1000 ? 13 : 211) {
        testing::write_bytes(damaged, std::string_view(bytes).substr(0, size));
        EXPECT_THROW(read_everything(damaged), FileError) << size << " of " << bytes.size();
        EXPECT_THROW(Archive{damaged}, FileError) << size << " of " << bytes.size();
    }
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

/// Plane after plane.
std::vector<double> all_values(const fs::path& path) {
    const auto run = open_run(path);
    const auto stack = run.stack(run.preferred());
    std::vector<double> values;
    for (std::size_t k = 0; k < stack->message_lengths().size(); ++k) {
        const Matrix plane = stack->plane(k);
        values.insert(values.end(), plane.data(), plane.data() + plane.size());
    }
    return values;
}

TEST_F(ArchiveDamage, NoByteThatIsChangedChangesAValueOrCrashes) {
    const std::vector<double> values = all_values(whole);
    const std::string bytes = testing::bytes_of(whole);
    constexpr std::size_t ending = 64;
    std::size_t read = 0;
    for (std::size_t at = 0; at < bytes.size(); at += at + ending < bytes.size() ? 13U : 1U) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
        testing::write_bytes(damaged, changed);
        try {
            EXPECT_EQ(all_values(damaged), values) << at;
            ++read;
        } catch (const FileError& error) {
            EXPECT_THAT(error.what(), HasSubstr(damaged.string()));
        }
    }
    // Without the eight bytes that say that there is a checksum, it is a file of HDF5 like others.
    EXPECT_EQ(read, 8U);
}

TEST_F(ArchiveDamage, WhatOthersChangedThroughTheLibraryIsReadWithoutItsChecksum) {
    fs::copy_file(whole, damaged);
    int file = -1;
    ASSERT_EQ(nc_open(damaged.c_str(), NC_WRITE, &file), NC_NOERR);
    ASSERT_EQ(nc_put_att_text(file, NC_GLOBAL, "comment", 5, "mine!"), NC_NOERR);
    ASSERT_EQ(nc_close(file), NC_NOERR);
    EXPECT_EQ(all_values(damaged), all_values(whole));
}

TEST_F(ArchiveDamage, PackedContentThatIsChangedIsNeverTakenForOther) {
    write_archive(folder / "large", testing::regular_archive(600));
    const std::string bytes = testing::bytes_of(folder / "large");
    const auto at = bytes.size() - 100;  // among the tiles, which lie behind everything else
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    testing::write_bytes(damaged, changed);
    EXPECT_THAT(error_of<FileError>([&] { read_everything(damaged); }), HasSubstr(damaged.string()));
}

/// A file that says it is an archive, whose variables are larger than any memory and were never written.
void write_giant(const fs::path& path, std::size_t ranks, std::size_t ranges, std::size_t means) {
    int file = -1;
    ASSERT_EQ(nc_create(path.c_str(), NC_NETCDF4, &file), NC_NOERR);
    const int version = 1;
    nc_put_att_int(file, NC_GLOBAL, "fabricmap_schema", NC_INT, 1, &version);
    nc_put_att_int(file, NC_GLOBAL, "fabricmap_archive", NC_INT, 1, &version);
    std::array<int, 4> dimensions{};
    nc_def_dim(file, "n", ranges, &dimensions[0]);
    nc_def_dim(file, "x", ranks, &dimensions[1]);
    nc_def_dim(file, "strings", 4096, &dimensions[2]);
    nc_def_dim(file, "d", means, &dimensions[3]);
    const std::array<int, 3> matrices{dimensions[0], dimensions[1], dimensions[1]};
    const auto define = [&](const char* name, int type, std::span<const int> of) {
        int variable = -1;
        EXPECT_EQ(nc_def_var(file, name, type, static_cast<int>(of.size()), of.data(), &variable), NC_NOERR);
        EXPECT_EQ(nc_def_var_deflate(file, variable, 1, 1, 1), NC_NOERR);
    };
    define("info", NC_UBYTE, matrices);
    define("host_name", NC_CHAR, std::span(dimensions).subspan(1, 2));
    define("data", NC_DOUBLE, std::span(dimensions).subspan(3));
    define("message_length", NC_INT64, std::span(dimensions).first(1));
    define("length", NC_INT, std::span(dimensions).first(1));
    define("offset", NC_INT64, std::span(dimensions).first(1));
    ASSERT_EQ(nc_close(file), NC_NOERR);
}

TEST_F(ArchiveDamage, WhatTheFileCannotHoldIsNotReservedInMemory) {
    for (const auto& [ranks, ranges, means] :
         {std::tuple{900'000U, 1U, 1U}, std::tuple{2U, 9'000'000U, 1U}, std::tuple{2U, 1U, 4'000'000'000U}}) {
        write_giant(damaged, ranks, ranges, means);
        EXPECT_THAT(error_of<FileError>([&] { Archive{damaged}; }),
                    HasSubstr("claims more than the file holds"));
        fs::remove(damaged);
    }
}

TEST_F(ArchiveDamage, OtherFilesAreNoArchives) {
    testing::write_bytes(folder / "prose", "Dear diary");
    testing::write_bytes(folder / "hdf", "\x89HDF\r\n\x1a\n and nothing else");
    int file = -1;
    ASSERT_EQ(nc_create((folder / "foreign").c_str(), NC_NETCDF4, &file), NC_NOERR);
    ASSERT_EQ(nc_close(file), NC_NOERR);
    for (const char* name : {"prose", "hdf", "foreign", "none"}) {
        EXPECT_THAT(error_of<FileError>([&] { Archive{folder / name}; }),
                    HasSubstr((folder / name).string()));
        EXPECT_THROW((void)open_run(folder / name), FileError);
    }
}

}  // namespace
}  // namespace fabricmap
