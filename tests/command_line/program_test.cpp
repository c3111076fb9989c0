// SPDX-License-Identifier: Apache-2.0
#include "command_line/program.hpp"

#include <CLI/CLI.hpp>
#include <gtest/gtest.h>

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

TEST(WordsOf, LeaveTheProgramsNameOut) {
    const std::array<const char*, 3> arguments{"tool", "a", "b"};
    EXPECT_EQ(words_of(3, arguments.data()), (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(words_of(0, arguments.data()).empty());
}

}  // namespace
}  // namespace fabricmap
