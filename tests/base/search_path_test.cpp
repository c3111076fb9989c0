// SPDX-License-Identifier: Apache-2.0
#include "base/search_path.hpp"

#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;

/// Two folders on PATH, which is as before afterwards.
class SearchPath : public ::testing::Test {
  protected:
    SearchPath() : before_(std::getenv("PATH")) {
        for (const fs::path& folder : {first_, second_}) fs::create_directory(folder);
        setenv("PATH", (first_.string() + ":" + second_.string()).c_str(), 1);
    }
    ~SearchPath() override { setenv("PATH", before_.c_str(), 1); }

    static void write_program(const fs::path& file) {
        testing::write_bytes(file, "#!/bin/sh\n");
        fs::permissions(file, fs::perms::owner_exec, fs::perm_options::add);
    }

    std::string before_;
    testing::TemporaryFolder folder_;
    fs::path first_ = folder_ / "first";
    fs::path second_ = folder_ / "second";
};

TEST_F(SearchPath, IsTheFirstFileOfThatName) {
    EXPECT_EQ(program_on_path("solver"), std::nullopt);
    EXPECT_FALSE(is_on_path("solver"));
    write_program(second_ / "solver");
    EXPECT_EQ(program_on_path("solver"), second_ / "solver");
    EXPECT_TRUE(is_on_path("solver"));
    write_program(first_ / "solver");
    EXPECT_EQ(program_on_path("solver"), first_ / "solver");
}

TEST_F(SearchPath, GoesPastWhatCannotBeExecutedAsAShellDoes) {
    testing::write_bytes(first_ / "solver", "#!/bin/sh\n");
    fs::create_directory(first_ / "model");
    EXPECT_FALSE(is_on_path("solver"));
    EXPECT_FALSE(is_on_path("model"));
    write_program(second_ / "solver");
    write_program(second_ / "model");
    EXPECT_EQ(program_on_path("solver"), second_ / "solver");
    EXPECT_EQ(program_on_path("model"), second_ / "model");
}

TEST_F(SearchPath, IsTheFileItselfWhereTheNameHasASlash) {
    const std::string path = second_ / "solver";
    EXPECT_FALSE(is_on_path(path));
    write_program(path);
    EXPECT_EQ(program_on_path(path), path);
    EXPECT_FALSE(is_on_path((first_ / "solver").string()));
    EXPECT_FALSE(is_on_path(second_.string()));
}

}  // namespace
}  // namespace fabricmap
