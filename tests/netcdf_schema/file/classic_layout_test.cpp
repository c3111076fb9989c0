// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/classic_layout.hpp"

#include "tests/expectations.hpp"
#include "tests/netcdf_schema/legacy/legacy_files.hpp"
#include "tests/temporary_folder.hpp"

namespace fabricmap {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

/// One plane of 2 × 2 doubles is 32 bytes, and nothing follows it.
void write_three_planes(const fs::path& path) {
    testing::LegacyFile file;
    file.data.assign(12, 1.0);
    testing::write_legacy_file(path, file);
}

TEST(ClassicLayout, CountsTheRecordsThatLieWithinTheFile) {
    const TemporaryFolder folder;
    write_three_planes(folder / "file");
    const auto size = fs::file_size(folder / "file");
    EXPECT_EQ(check_classic_layout(folder / "file")->records, 3U);
    EXPECT_EQ(check_classic_layout(folder / "file")->whole_records, 3U);
    for (const auto& [missing, whole] :
         {std::pair{1U, 2U}, {32U, 2U}, {33U, 1U}, {64U, 1U}, {65U, 0U}, {96U, 0U}}) {
        fs::resize_file(folder / "file", size - missing);
        EXPECT_EQ(check_classic_layout(folder / "file")->records, 3U);
        EXPECT_EQ(check_classic_layout(folder / "file")->whole_records, whole) << missing;
        write_three_planes(folder / "file");
    }
}

TEST(ClassicLayout, FixedDataThatAreCutOffAreAnError) {
    const TemporaryFolder folder;
    write_three_planes(folder / "file");
    fs::resize_file(folder / "file", fs::file_size(folder / "file") - 97);
    EXPECT_THAT(error_of<FileError>([&] { (void)check_classic_layout(folder / "file"); }),
                HasSubstr("cut off"));
}

TEST(ClassicLayout, AHugeListIsRefusedAtOnce) {
    const TemporaryFolder folder;
    // Two thousand million dimensions.
    testing::write_bytes(folder / "file", std::string("CDF\x01\0\0\0\0\0\0\0\x0a\x7f\xff\xff\xff", 16) +
                                              std::string(100, '\0'));
    EXPECT_THAT(error_of<FileError>([&] { (void)check_classic_layout(folder / "file"); }),
                HasSubstr("damaged"));
}

TEST(ClassicLayout, AnAttributeWhoseSizePasses64BitsIsRefused) {
    const TemporaryFolder folder;
    // No dimensions, one attribute "a" of 2^61 doubles, no variables.
    const std::string bytes = std::string("CDF\x05", 4) + std::string(8, '\0') + std::string(12, '\0') +
                              std::string("\0\0\0\x0c\0\0\0\0\0\0\0\x01", 12) +
                              std::string("\0\0\0\0\0\0\0\x01\x61\0\0\0\0\0\0\x06", 16) +
                              std::string("\x20\0\0\0\0\0\0\0", 8) + std::string(12, '\0');
    testing::write_bytes(folder / "file", bytes);
    EXPECT_THAT(error_of<FileError>([&] { (void)check_classic_layout(folder / "file"); }),
                HasSubstr("cut off"));
}

TEST(ClassicLayout, TheOtherFormatIsLeftToTheLibrary) {
    const TemporaryFolder folder;
    testing::write_bytes(folder / "file", "\x89HDF\r\n\x1a\n");
    EXPECT_FALSE(check_classic_layout(folder / "file").has_value());
}

}  // namespace
}  // namespace fabricmap
