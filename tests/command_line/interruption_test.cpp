// SPDX-License-Identifier: Apache-2.0
#include "command_line/interruption.hpp"

#include "base/output_file.hpp"
#include "base/remark.hpp"
#include "command_line/program.hpp"
#include "command_line/progress.hpp"
#include "tests/command.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fabricmap {
namespace {

using testing::TemporaryFolder;

/// Runs a program that has begun a file of that name, sends it a signal, and gives its exit code.
int exit_code_of_interrupted(const std::filesystem::path& path, int signal,
                             const std::function<void()>& work) {
    const pid_t program = fork();
    if (program == 0) {
        std::_Exit(run_program("worker", [&] {
            catch_interruption();
            OutputFile file(path);
            file.write("half");
            work();
            return ExitCode::success;
        }));
    }
    EXPECT_TRUE(testing::eventually([&] { return std::filesystem::exists(partial_path(path)); }));
    kill(program, signal);
    int status = 0;
    waitpid(program, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class Interruption : public ::testing::TestWithParam<int> {};

TEST_P(Interruption, EndsWhatTakesNoSteps) {
    const TemporaryFolder folder;
    ::testing::internal::CaptureStderr();
    const int code = exit_code_of_interrupted(folder / "out", GetParam(), [] {
        while (true) pause();
    });
    EXPECT_EQ(::testing::internal::GetCapturedStderr(),
              "worker: interrupted; what was not finished is removed\n");
    EXPECT_EQ(code, 130);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_P(Interruption, EndsWorkAtItsNextStep) {
    const TemporaryFolder folder;
    ::testing::internal::CaptureStderr();
    const int code = exit_code_of_interrupted(folder / "out", GetParam(), [] {
        // Whoever ends the program at once does not come by here.
        const std::unique_ptr<const char, void (*)(const char*)> unwound(
            "unwound\n", [](const char* text) { remark(text); });
        Progress progress(false);
        while (true) {
            usleep(1000);
            progress.step();
        }
    });
    EXPECT_EQ(::testing::internal::GetCapturedStderr(),
              "unwound\nworker: interrupted; what was not finished is removed\n");
    EXPECT_EQ(code, 130);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(InterruptionTest, LeavesSignalsAloneThatAreIgnored) {
    const TemporaryFolder folder;
    std::signal(SIGHUP, SIG_IGN);  // as nohup does
    const int code = exit_code_of_interrupted(folder / "out", SIGHUP, [] { usleep(1'500'000); });
    std::signal(SIGHUP, SIG_DFL);
    EXPECT_EQ(code, 0);
}

INSTANTIATE_TEST_SUITE_P(By, Interruption, ::testing::Values(SIGINT, SIGTERM, SIGHUP));

TEST(Program, TellsOfAFileThatGrowsTooLong) {
    const TemporaryFolder folder;
    ::testing::internal::CaptureStderr();
    const pid_t program = fork();
    if (program == 0) {
        const rlimit little{4096, 4096};
        if (setrlimit(RLIMIT_FSIZE, &little) != 0) std::_Exit(1);
        std::_Exit(run_program("worker", [&] {
            OutputFile file(folder / "out");
            file.write(std::string(10'000, 'x'));
            return ExitCode::success;
        }));
    }
    int status = 0;
    waitpid(program, &status, 0);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 3);
    EXPECT_THAT(::testing::internal::GetCapturedStderr(),
                ::testing::HasSubstr("raise the limit on file sizes (ulimit -f)"));
}

}  // namespace
}  // namespace fabricmap
