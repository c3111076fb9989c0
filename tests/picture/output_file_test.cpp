// SPDX-License-Identifier: Apache-2.0
#include "picture/output_file.hpp"

#include "netcdf_schema/errors.hpp"
#include "tests/netcdf_schema/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace fabricmap::picture {
namespace {

namespace fs = std::filesystem;

TEST(OutputFile, has_its_name_only_when_it_is_whole) {
    const testing::TemporaryFolder folder;
    {
        OutputFile file(folder / "a");
        file.write("one ");
        file.write("two");
        EXPECT_FALSE(fs::exists(folder / "a"));
        file.commit();
    }
    EXPECT_EQ(testing::bytes_of(folder / "a"), "one two");
    EXPECT_FALSE(fs::exists(OutputFile::partial_path(folder / "a")));
}

TEST(OutputFile, leaves_the_old_file_alone_when_it_is_given_up) {
    const testing::TemporaryFolder folder;
    testing::write_bytes(folder / "a", "old");
    {
        OutputFile file(folder / "a");
        file.write("new");
    }
    EXPECT_EQ(testing::bytes_of(folder / "a"), "old");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(OutputFile, refuses_a_folder_as_its_name_and_leaves_nothing) {
    const testing::TemporaryFolder folder;
    fs::create_directory(folder / "a");
    EXPECT_THROW(
        {
            OutputFile file(folder / "a");
            file.commit();
        },
        FileError);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(OutputFile, does_not_follow_a_link_in_the_place_of_its_partial_file) {
    const testing::TemporaryFolder folder;
    testing::write_bytes(folder / "precious", "keep");
    fs::create_symlink(folder / "precious", OutputFile::partial_path(folder / "a"));
    EXPECT_THROW(OutputFile{folder / "a"}, FileError);
    EXPECT_EQ(testing::bytes_of(folder / "precious"), "keep");
}

}  // namespace
}  // namespace fabricmap::picture
