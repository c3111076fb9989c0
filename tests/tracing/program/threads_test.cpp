// SPDX-License-Identifier: Apache-2.0
// Threads that come and go.
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/views/profile.hpp"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

namespace fabricmap::tracing {
namespace {

using testing::Outcome;
using testing::TemporaryFolder;
using testing::traced_program;

constexpr std::uint64_t messages_of_program = 4000;

TEST(Threads, TakeLittleMemoryAndLoseNoCall) {
    const TemporaryFolder folder;
    const Outcome bare =
        testing::run({MPIEXEC, "--oversubscribe", "-np", "1", traced_program("short_threads")});
    ASSERT_EQ(bare.exit_code, 0) << bare.err;
    const Outcome recorded = testing::run_traced(1, folder / "trace", {traced_program("short_threads")});
    ASSERT_EQ(recorded.exit_code, 0) << recorded.err;
    EXPECT_LT(std::stod(recorded.out), 1.2 * std::stod(bare.out) + 64 * 1024);
    const Recording recording = read_recording(folder / "trace");
    SourceLines lines;
    const Profile profile = profile_of(recording, lines);
    EXPECT_EQ(profile.calls, messages_of_program + 2);
    EXPECT_EQ(profile.damaged_threads, 0U);
    // Those that follow each other are one sequence.
    EXPECT_LE(recording.ranks.at(0).threads.size(), 1002U);
}

/// All numbers that stand under "%" in the tables, and the one of the whole.
std::vector<double> percentages_in(const std::string& text) {
    std::vector<double> found;
    std::istringstream lines(text);
    std::size_t end = std::string::npos;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t whole = line.find(" in MPI (");
        if (whole != std::string::npos) found.push_back(std::stod(line.substr(whole + 9)));
        if (line.find("imbalance") != std::string::npos) {
            end = line.find(" %") + 2;
        } else if (end != std::string::npos && line.size() > end) {
            found.push_back(std::stod(line.substr(line.rfind(' ', end - 1) + 1)));
        }
    }
    return found;
}

TEST(Threads, HavePercentagesOfAWhole) {
    for (const std::string program : {"threads", "left_calls", "phases", "counted"}) {
        SCOPED_TRACE(program);
        const TemporaryFolder folder;
        testing::run_traced(2, folder / "trace", {traced_program(program), folder / "account"});
        const Outcome shown = testing::run_program("network_trace", {"show", folder / "trace"});
        const std::vector<double> percentages = percentages_in(shown.out);
        EXPECT_GT(percentages.size(), 4U) << shown.out;
        for (const double percentage : percentages) {
            EXPECT_GE(percentage, 0) << shown.out;
            EXPECT_LE(percentage, 100) << shown.out;
        }
    }
}

// The program counts its calls; each of those that fail lasts no longer than what the program does between
// two.
TEST(LeftCalls, EndWhereTheProgramLeavesThem) {
    const TemporaryFolder folder;
    const Outcome outcome = testing::run_traced(1, folder / "trace", {traced_program("left_calls")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Recording recording = read_recording(folder / "trace");
    SourceLines lines;
    std::map<std::string, std::uint64_t> calls;
    for (const ProfileLine& line : profile_of(recording, lines).functions) {
        calls[line.function] = line.calls;
        EXPECT_GE(line.seconds, 0);
    }
    std::istringstream printed(outcome.out);
    std::map<std::string, std::uint64_t> expected{{"MPI_Init", 1}, {"MPI_Finalize", 1}};
    for (std::string function; printed >> function;) printed >> expected[function];
    EXPECT_EQ(calls, expected);
}

}  // namespace
}  // namespace fabricmap::tracing
