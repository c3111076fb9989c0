// SPDX-License-Identifier: Apache-2.0
// Programs print the same recorded and not, whatever names their functions have and however they come by MPI.
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/views/profile.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Outcome;
using testing::run_traced;
using testing::TemporaryFolder;
using testing::traced_program;
using Words = std::vector<std::string>;

/// In any order: ranks print at once.
Words lines_of(const std::string& text) {
    Words lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    std::sort(lines.begin(), lines.end());
    return lines;
}

using Calls = std::map<std::string, std::uint64_t>;

/// Runs it with and without; returns how often which function was recorded. No ranks: without a launcher.
Calls calls_of_alike(int ranks, const Words& command) {
    const TemporaryFolder folder;
    Words words;
    if (ranks > 0) words = {MPIEXEC, "--oversubscribe", "-np", std::to_string(ranks)};
    words.insert(words.end(), command.begin(), command.end());
    const Outcome bare = testing::run(words);
    Words recorded = testing::words_of_traced(ranks, folder / "trace", command);
    if (ranks == 0)
        recorded.erase(recorded.begin(), std::find(recorded.begin(), recorded.end(), NETWORK_TRACE));
    const Outcome outcome = testing::run(recorded);
    EXPECT_EQ(outcome.exit_code, bare.exit_code) << outcome.err;
    EXPECT_EQ(lines_of(outcome.out), lines_of(bare.out));
    EXPECT_THAT(bare.out, ::testing::Not(IsEmpty()));
    Calls calls;
    if (!fs::exists(folder / "trace")) return calls;
    SourceLines lines;
    for (const ProfileLine& line : profile_of(read_recording(folder / "trace"), lines).functions) {
        calls[line.function] = line.calls;
    }
    return calls;
}

TEST(Transparency, LeavesFunctionsWithNamesOfBindingsToTheProgram) {
    const Calls expected{{"MPI_Init", 2},    {"MPI_Finalize", 2}, {"MPI_Bcast", 4}, {"MPI_Allreduce", 4},
                         {"MPI_Barrier", 2}, {"MPI_Send", 1},     {"MPI_Recv", 1}};
    EXPECT_EQ(calls_of_alike(2, {traced_program("own_names")}), expected);
    EXPECT_EQ(calls_of_alike(2, {traced_program("own_names_of_library")}), expected);
}

TEST(Transparency, LeavesAnMpiThatTheProgramBringsAlone) {
    EXPECT_THAT(calls_of_alike(0, {traced_program("stand_ins")}), IsEmpty());
    EXPECT_THAT(calls_of_alike(0, {traced_program("stand_ins_of_library")}), IsEmpty());
}

// Four ways, each a barrier and a broadcast of both ranks.
TEST(Transparency, RecordsLibrariesThatAreOpenedLater) {
    const Calls expected{{"MPI_Init", 2}, {"MPI_Finalize", 2}, {"MPI_Bcast", 8}, {"MPI_Barrier", 8}};
    for (const std::string program : {"plugins", "plugins_no_pie", "plugins_bound_at_start"}) {
        SCOPED_TRACE(program);
        EXPECT_EQ(calls_of_alike(2, {traced_program(program), TRACED_PROGRAMS}), expected);
    }
}

// The MPI library has each of them under both names.
TEST(Transparency, RecordsCallsOfTheProfilingNames) {
    EXPECT_EQ(calls_of_alike(2, {traced_program("by_profiling_names")}),
              (Calls{{"MPI_Init", 2}, {"MPI_Finalize", 2}, {"MPI_Barrier", 2}, {"MPI_Bcast", 2}}));
}

TEST(Transparency, RecordsProgramsThatFinalizeAfterTheirMain) {
    const TemporaryFolder folder;
    const Outcome outcome = run_traced(2, folder / "trace", {traced_program("late_end")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const Recording recording = read_recording(folder / "trace");
    EXPECT_TRUE(recording.is_complete());
    SourceLines lines;
    EXPECT_EQ(profile_of(recording, lines).calls, 2U * 4);
}

TEST(Transparency, KeepsTheCallsOfAProgramThatEndsSoonAfterItsBegin) {
    const TemporaryFolder folder;
    for (const std::string end : {"MPI_Abort", "PMPI_Abort", "quick_exit", "exit"}) {
        const Outcome outcome = run_traced(1, folder / end, {traced_program("ending"), end});
        EXPECT_EQ(outcome.exit_code, 3) << end << outcome.err;
        const Recording recording = read_recording(folder / end);
        EXPECT_FALSE(recording.is_complete());
        SourceLines lines;
        EXPECT_EQ(profile_of(recording, lines).calls, 1U + 10) << end;
    }
}

/// What the two processes called that two ranks have spawned.
Profile profile_of_spawned(const std::filesystem::path& folder) {
    const Recording recording = read_recording(folder);
    EXPECT_TRUE(recording.is_complete());
    EXPECT_EQ(recording.worlds.size(), 2U);
    if (recording.worlds.size() < 2) return {};
    const Recording spawned = read_recording(recording.worlds.back().folder);
    EXPECT_TRUE(spawned.is_complete());
    EXPECT_EQ(spawned.ranks.size(), 2U);
    SourceLines lines;
    return profile_of(spawned, lines);
}

TEST(Transparency, RecordsSpawnedProcessesAsAWorldOfTheirOwn) {
    const TemporaryFolder folder;
    for (const std::string by : {"", "multiple"}) {
        std::vector<std::string> command{traced_program("spawning")};
        if (!by.empty()) command.push_back(by);
        std::vector<std::string> words{MPIEXEC, "--oversubscribe", "-np", "2"};
        words.insert(words.end(), command.begin(), command.end());
        const Outcome bare = testing::run(words);
        const Outcome outcome = run_traced(2, folder / ("trace" + by), command);
        EXPECT_EQ(outcome.exit_code, bare.exit_code) << outcome.err;
        EXPECT_EQ(lines_of(outcome.out), lines_of(bare.out));
        EXPECT_EQ(outcome.out.find("1 got 108") != std::string::npos, !by.empty()) << outcome.out;
        EXPECT_EQ(profile_of_spawned(folder / ("trace" + by)).calls, 2U * 5);
    }
}

TEST(Transparency, RecordsSpawnedProcessesWithTheSameOptions) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run_traced(2, folder / "trace", {traced_program("spawning")}, {"--skip", "MPI_Bcast,MPI_Send"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    std::vector<std::string> functions;
    for (const ProfileLine& line : profile_of_spawned(folder / "trace").functions)
        functions.push_back(line.function);
    EXPECT_THAT(functions,
                ::testing::UnorderedElementsAre("MPI_Init", "MPI_Comm_disconnect", "MPI_Finalize"));
}

/// No more than 255 letters are handed on.
TEST(Transparency, SaysWhereSpawnedProcessesAreNotRecorded) {
    const TemporaryFolder folder;
    const std::filesystem::path far = folder / std::string(220, 'f');
    const Outcome outcome = run_traced(2, far, {traced_program("spawning")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, ::testing::HasSubstr("processes that are spawned are not recorded"));
    EXPECT_THAT(read_recording(far).worlds, ::testing::SizeIs(1));
}

/// The library tells of the error, and the program goes on.
TEST(Transparency, LeavesArgumentsThatAreRefusedToTheLibrary) {
    const TemporaryFolder folder;
    const Outcome bare = testing::run({MPIEXEC, "-np", "1", traced_program("wrong_arguments")});
    EXPECT_THAT(bare.out, HasSubstr("17 errors\n"));
    const Outcome outcome = run_traced(1, folder / "trace", {traced_program("wrong_arguments")});
    EXPECT_EQ(outcome.exit_code, bare.exit_code) << outcome.err;
    EXPECT_EQ(outcome.out, bare.out);
    SourceLines lines;
    EXPECT_EQ(profile_of(read_recording(folder / "trace"), lines).calls, 20U);
}

TEST(Transparency, SaysThatCallsOfAStrippedProgramMayNotBeSeen) {
    const TemporaryFolder folder;
    const auto record = [&](const char* program) {
        return testing::run_program("network_trace",
                                    {"record", "-o", folder / program, "--", traced_program(program)});
    };
    const Outcome stripped = record("stripped_stand_ins");
    EXPECT_THAT(
        stripped.err,
        HasSubstr("calls of MPI are not seen, as the program has an MPI library in it, and is stripped"));
    EXPECT_EQ(stripped.out, testing::run({traced_program("stripped_stand_ins")}).out);
    testing::expect_refused(
        "network_trace", {{"show", folder / "stripped_stand_ins"}, 3, "Calls of MPI by 1 rank are not seen"});
    // Nothing tells that this one has any.
    EXPECT_EQ(record("stripped_program").err, "");
    EXPECT_FALSE(std::filesystem::exists(folder / "stripped_program"));
}

// An MPI library that is none of Open MPI's, in a library and in the program alone.
TEST(Transparency, SaysWhereCallsAreNotSeen) {
    for (const auto& [program, where] : {std::pair("whole_stand_ins", "the program itself"),
                                         std::pair("whole_stand_ins_of_library", "libwhole_stand_ins.so")}) {
        SCOPED_TRACE(program);
        const TemporaryFolder folder;
        const Outcome outcome = testing::run_program(
            "network_trace", {"record", "-o", folder / "trace", "--", traced_program(program)});
        EXPECT_EQ(outcome.out, testing::run({traced_program(program)}).out);
        EXPECT_THAT(outcome.err,
                    HasSubstr(fmt::format("calls of MPI are not seen, as the MPI library that is called "
                                          "is {}: its time in MPI is unknown",
                                          where)));
        testing::expect_refused("network_trace",
                                {{"show", folder / "trace"}, 3, "Calls of MPI by 1 rank are not seen"});
    }
}

/// What a library defines for others.
Words exports_of(const fs::path& library) {
    const Outcome outcome = testing::run({"/usr/bin/nm", "-D", "--defined-only", library.string()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    Words names;
    for (const std::string& line : lines_of(outcome.out)) names.push_back(line.substr(line.rfind(' ') + 1));
    return names;
}

TEST(Transparency, ExportsNoNameThatAProgramOrAnMpiLibraryMayHave) {
    const fs::path folder = fs::path(NETWORK_TRACE).parent_path().parent_path() / "lib" / "fabricmap";
    for (const std::string library : {"libfabricmap_trace.so", "libfabricmap_recorder.so"}) {
        const Words names = exports_of(folder / library);
        EXPECT_THAT(names, ::testing::Not(IsEmpty()));
        for (const std::string& name : names) EXPECT_THAT(name, HasSubstr("fabricmap"));
    }
}

}  // namespace
}  // namespace fabricmap::tracing
