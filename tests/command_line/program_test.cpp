// SPDX-License-Identifier: Apache-2.0
#include "command_line/program.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace fabricmap {
namespace {

TEST(RunProgram, EndsWithTheCodeOfWhatWasThrownAndOneLine) {
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(run_program("tool", []() -> ExitCode { throw FileError("a.nc: is missing"); }), 3);
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "tool: a.nc: is missing\n");

    ::testing::internal::CaptureStderr();
    EXPECT_EQ(run_program("tool", []() -> ExitCode { throw std::runtime_error("broken"); }), 1);
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "tool: broken\n");

    EXPECT_EQ(run_program("tool", [] { return ExitCode::faults_found; }), 4);
}

TEST(RunProgram, ReportsWhatTheSystemRefusedInItsOwnWords) {
    const auto told = [](const auto& body) {
        ::testing::internal::CaptureStderr();
        const int code = run_program("tool", body);
        return std::pair(code, ::testing::internal::GetCapturedStderr());
    };
    const auto [memory, of_memory] = told([]() -> ExitCode { throw std::bad_alloc(); });
    EXPECT_EQ(memory, 1);
    EXPECT_EQ(of_memory.find("tool: out of memory"), 0U);
    const auto [file, of_file] = told([]() -> ExitCode {
        throw std::filesystem::filesystem_error("status", "a/b.nc",
                                                std::make_error_code(std::errc::permission_denied));
    });
    EXPECT_EQ(file, 3);
    EXPECT_EQ(of_file,
              "tool: a/b.nc: cannot use it: Permission denied; check the permissions of the file and its "
              "folder\n");
}

TEST(RunProgram, EndsWithItsCodeWhereNobodyCanReadItsOutput) {
    for (const char* const stream : {"/dev/full", ""}) {
        EXPECT_EXIT(
            {
                close(STDERR_FILENO);
                if (*stream != '\0') (void)open(stream, O_WRONLY);
                std::exit(run_program("tool", []() -> ExitCode { throw FileError("a.nc: is missing"); }));
            },
            ::testing::ExitedWithCode(3), "");
    }
}

TEST(RunProgram, LetsNoFileTakeTheNumberOfAClosedStream) {
    EXPECT_EXIT(
        {
            close(STDERR_FILENO);
            std::exit(run_program("tool", [] {
                const int file = open("/dev/null", O_RDONLY);
                return file > STDERR_FILENO ? ExitCode::success : ExitCode::failure;
            }));
        },
        ::testing::ExitedWithCode(0), "");
}

TEST(RefuseStdout, NamesTheOptionAndWhatIsNoText) {
    refuse_stdout("-o", "a-", "a run");
    try {
        refuse_stdout("-o", "-", "a run");
        ADD_FAILURE() << "a run went to stdout";
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(), "-o -: a run cannot go to stdout; give a name");
    }
}

TEST(WordsOf, LeaveTheProgramsNameOut) {
    const std::array<const char*, 3> arguments{"tool", "a", "b"};
    EXPECT_EQ(words_of(3, arguments.data()), (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(words_of(0, arguments.data()).empty());
}

}  // namespace
}  // namespace fabricmap
