// SPDX-License-Identifier: Apache-2.0
#include "command_line/program.hpp"

#include <CLI/CLI.hpp>
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
    EXPECT_EQ(of_file, "tool: a/b.nc: Permission denied\n");
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

TEST(ParseWords, RefusesEmptyValuesOfOptionsArgumentsAndCommands) {
    CLI::App app("What it does", "tool");
    std::string text;
    app.add_option("-t,--text", text);
    auto* const command = app.add_subcommand("run");
    command->add_option("--other", text);
    command->add_option("FILE", text);
    EXPECT_EQ(parse_words(app, {"-t", "word", "run", "--other", "word", "file"}), "");
    const std::vector<std::pair<std::vector<std::string>, std::string>> refused{
        {{"-t", ""}, "-t: it is empty"},
        {{"--text="}, "--text: "},
        {{"run", "--other", ""}, "--other: it is empty"},
        {{"run", ""}, "FILE: it is empty"}};
    for (const auto& [words, beginning] : refused) {
        try {
            (void)parse_words(app, words);
            ADD_FAILURE() << "an empty value passed: " << beginning;
        } catch (const UsageError& error) {
            EXPECT_EQ(std::string(error.what()).find(beginning), 0U) << error.what();
        }
    }
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

TEST(ParseWords, AnswersHelpAndVersionAndNamesTheProgramInErrors) {
    CLI::App app("What it does", "tool");
    app.set_version_flag("--version", "tool 1");
    int number = 0;
    app.add_option("-n", number);
    EXPECT_EQ(parse_words(app, {"--version"}), "tool 1\n");
    EXPECT_NE(parse_words(app, {"--help"}).find("What it does"), std::string::npos);
    EXPECT_EQ(parse_words(app, {"-n", "3"}), "");
    EXPECT_EQ(number, 3);
    try {
        (void)parse_words(app, {"--wrong"});
        FAIL() << "an unknown option passed";
    } catch (const UsageError& error) {
        EXPECT_NE(std::string(error.what()).find("--wrong"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("see tool --help"), std::string::npos);
    }
}

TEST(ParseWords, NamesTheCommandWhoseHelpHasTheOption) {
    CLI::App app("What it does", "tool");
    app.require_subcommand(1);
    std::string file;
    app.add_subcommand("run")->add_option("-o", file)->required();
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"run"}, std::vector<std::string>{"run", "-o", "a", "--wrong"}}) {
        try {
            (void)parse_words(app, words);
            ADD_FAILURE() << "what is wrong passed";
        } catch (const UsageError& error) {
            EXPECT_NE(std::string(error.what()).find("see tool run --help"), std::string::npos)
                << error.what();
        }
    }
}

TEST(WordsOf, LeaveTheProgramsNameOut) {
    const std::array<const char*, 3> arguments{"tool", "a", "b"};
    EXPECT_EQ(words_of(3, arguments.data()), (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(words_of(0, arguments.data()).empty());
}

}  // namespace
}  // namespace fabricmap
