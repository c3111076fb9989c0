// SPDX-License-Identifier: Apache-2.0
#include "base/output_file.hpp"

#include "base/errors.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <sys/stat.h>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;

TEST(OutputFile, HasItsNameOnlyWhenItIsWhole) {
    const testing::TemporaryFolder folder;
    {
        OutputFile file(folder / "a");
        file.write("one ");
        file.write("two");
        EXPECT_FALSE(fs::exists(folder / "a"));
        file.commit();
    }
    EXPECT_EQ(testing::bytes_of(folder / "a"), "one two");
    EXPECT_FALSE(fs::exists(partial_path(folder / "a")));
}

TEST(OutputFile, LeavesTheOldFileAloneWhenItIsGivenUp) {
    const testing::TemporaryFolder folder;
    testing::write_bytes(folder / "a", "old");
    {
        OutputFile file(folder / "a");
        file.write("new");
    }
    EXPECT_EQ(testing::bytes_of(folder / "a"), "old");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(OutputFile, DoesNotReplaceAPipe) {
    const testing::TemporaryFolder folder;
    ASSERT_EQ(mkfifo((folder / "a").c_str(), 0600), 0);
    EXPECT_THROW(OutputFile{folder / "a"}, FileError);
    EXPECT_TRUE(fs::is_fifo(folder / "a"));
}

TEST(OutputFile, RefusesAFolderAsItsNameAndLeavesNothing) {
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

TEST(OutputFile, IsNotPublishedWhereAnotherProgramHasChangedIt) {
    const testing::TemporaryFolder folder;
    testing::write_bytes(folder / "a", "old");
    const auto write_and = [&](const std::function<void(const fs::path& partial)>& harm) {
        OutputFile file(folder / "a");
        file.write("all of it");
        harm(partial_path(folder / "a"));
        file.commit();
    };
    EXPECT_THROW(write_and([](const fs::path& partial) { fs::resize_file(partial, 3); }), FileError);
    EXPECT_THROW(write_and([](const fs::path& partial) { fs::remove(partial); }), FileError);
    EXPECT_THROW(write_and([](const fs::path& partial) {
                     fs::remove(partial);
                     testing::write_bytes(partial, "all of it");
                 }),
                 FileError);
    EXPECT_EQ(testing::bytes_of(folder / "a"), "old");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(OutputFile, DoesNotFollowALinkInThePlaceOfItsPartialFile) {
    const testing::TemporaryFolder folder;
    testing::write_bytes(folder / "precious", "keep");
    fs::create_symlink(folder / "precious", partial_path(folder / "a"));
    EXPECT_THROW(OutputFile{folder / "a"}, FileError);
    EXPECT_EQ(testing::bytes_of(folder / "precious"), "keep");
}

}  // namespace
}  // namespace fabricmap
