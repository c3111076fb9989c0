// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/own/run_lock.hpp"

#include "base/errors.hpp"
#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <optional>
#include <sys/wait.h>
#include <unistd.h>

namespace fabricmap {
namespace {

using ::testing::AllOf;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

TEST(RunLock, ReportsASecondWriterWhoHasThePrefix) {
    const TemporaryFolder folder;
    std::optional<RunLock> first(std::in_place, folder / "run", "network_test");
    EXPECT_THAT(error_of<FileError>([&] { const RunLock second(folder / "run", "network_test"); }),
                AllOf(HasSubstr("run.lock: network_test (process " + std::to_string(getpid())),
                      HasSubstr("choose another prefix")));
    const RunLock other(folder / "other", "network_test");
    first.reset();
    EXPECT_FALSE(std::filesystem::exists(folder / "run.lock"));
    const RunLock third(folder / "run", "network_test");
}

TEST(RunLock, EndsWithItsProcess) {
    const TemporaryFolder folder;
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    const pid_t child = fork();
    if (child == 0) {
        const RunLock lock(folder / "run", "network_test");
        [[maybe_unused]] const auto reported = write(ends[1], "x", 1);
        while (true) pause();
    }
    char taken = 0;
    ASSERT_EQ(read(ends[0], &taken, 1), 1);
    EXPECT_THROW(RunLock(folder / "run", "network_test"), FileError);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    EXPECT_TRUE(std::filesystem::exists(folder / "run.lock")) << "what a kill leaves keeps nobody out";
    const RunLock next(folder / "run", "network_test");
}

TEST(RunLock, InAFolderThatIsMissingSaysSo) {
    const TemporaryFolder folder;
    EXPECT_THAT(error_of<FileError>([&] { const RunLock lock(folder / "none/run", "x"); }),
                HasSubstr("no such folder"));
}

}  // namespace
}  // namespace fabricmap
