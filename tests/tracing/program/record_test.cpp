// SPDX-License-Identifier: Apache-2.0
// What is recorded of programs that keep account of their calls.
#include "base/errors.hpp"
#include "tallies.hpp"
#include "tests/programs.hpp"
#include "tests/small_disk.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/views/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <thread>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;
using testing::Command;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Outcome;
using testing::run_program;
using testing::run_traced;
using ::testing::SizeIs;
using testing::Tallies;
using testing::Tally;
using testing::TemporaryFolder;
using testing::traced_program;
using testing::words_of_traced;

Tallies noted(const fs::path& account, int ranks) {
    return testing::tallies_noted(account, "counted.cpp", ranks);
}

Profile profile_in(const fs::path& folder) {
    SourceLines lines;
    return profile_of(read_recording(folder), lines);
}

Tallies recorded(const Profile& profile) {
    return testing::tallies_of(profile);
}

constexpr int exit_code_of_counted = 5;

TEST(Record, HasEachCallAtItsLineWithItsBytes) {
    const TemporaryFolder folder;
    const Outcome outcome = run_traced(3, folder / "trace", {traced_program("counted"), folder / "account"});
    EXPECT_EQ(outcome.exit_code, exit_code_of_counted) << outcome.err;
    const Profile profile = profile_in(folder / "trace");
    EXPECT_EQ(recorded(profile), noted(folder / "account", 3));
    EXPECT_EQ(testing::tallies_of(open_trace(folder / "trace").trace), noted(folder / "account", 3));
    EXPECT_GT(profile.calls, 3U * 100);
    EXPECT_TRUE(read_recording(folder / "trace").is_complete());
    EXPECT_EQ(profile.damaged_threads, 0U);
}

TEST(Record, HasTheSameWithoutCompressionAndWithEachPoll) {
    const TemporaryFolder folder;
    const Outcome outcome = run_traced(2, folder / "trace", {traced_program("counted"), folder / "account"},
                                       {"--compress", "none", "--polls", "all"});
    EXPECT_EQ(outcome.exit_code, exit_code_of_counted) << outcome.err;
    const Profile profile = profile_in(folder / "trace");
    EXPECT_EQ(recorded(profile), noted(folder / "account", 2));
    EXPECT_EQ(profile.records, profile.calls);
}

TEST(Record, LeavesOutWhatIsNotAskedFor) {
    const TemporaryFolder folder;
    run_traced(2, folder / "only", {traced_program("counted"), folder / "account"},
               {"--only", "MPI_Send,MPI_Put"});
    Tallies expected;
    for (const auto& [key, tally] : noted(folder / "account", 2)) {
        if (key.starts_with("MPI_Send ") || key.starts_with("MPI_Put ")) expected[key] = tally;
    }
    EXPECT_THAT(expected, SizeIs(2));
    Tallies found = recorded(profile_in(folder / "only"));
    // The ends of the recording are always there.
    std::erase_if(found, [](const auto& one) {
        return one.first.starts_with("MPI_Init ") || one.first.starts_with("MPI_Finalize ");
    });
    EXPECT_EQ(found, expected);

    run_traced(2, folder / "skip", {traced_program("counted"), folder / "account"},
               {"--skip", "MPI_Send,MPI_Put"});
    Tallies rest = noted(folder / "account", 2);
    for (const auto& [key, tally] : expected) rest.erase(key);
    EXPECT_EQ(recorded(profile_in(folder / "skip")), rest);
}

TEST(Record, RefusesAFolderThatExistsBeforeTheProgramStarts) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "trace");
    const Outcome outcome = run_traced(2, folder / "trace", {traced_program("counted"), folder / "account"});
    EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("trace: exists; give a folder that does not"));
    EXPECT_EQ(outcome.err.find("exists"), outcome.err.rfind("exists")) << outcome.err;
    EXPECT_FALSE(fs::exists(folder / "account.0"));
}

TEST(Record, IsHarmlessToAShellPythonAndAScriptBetween) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run_traced(2, folder / "trace",
                   testing::behind_scripts(folder.path(), {traced_program("counted"), folder / "account"}));
    EXPECT_EQ(outcome.exit_code, exit_code_of_counted) << outcome.err;
    EXPECT_EQ(recorded(profile_in(folder / "trace")), noted(folder / "account", 2));
}

TEST(Record, RefusesAFolderThatCannotBeMadeBeforeTheProgramStarts) {
    const TemporaryFolder folder;
    const std::string long_name(300, 'n');
    for (const auto& [trace, reason] :
         {std::pair<fs::path, std::string>{folder / long_name, "File name too long"},
          {"/proc/trace", "No such file or directory"},
          {folder / "none" / "trace", "there is no folder"}}) {
        const Outcome outcome = run_traced(2, trace, {traced_program("counted"), folder / "account"});
        EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("cannot be made"));
        EXPECT_THAT(outcome.err, HasSubstr(reason));
        EXPECT_FALSE(fs::exists(folder / "account.0"));
    }
}

// Both find that the folder is not there.
TEST(Record, LetsOneOfTwoJobsHaveAFolder) {
    const TemporaryFolder folder;
    const auto job = [&](const std::string& account) {
        return fmt::format("{}",
                           fmt::join(testing::words_of_traced(2, folder / "trace",
                                                              {traced_program("counted"), folder / account}),
                                     " "));
    };
    const Outcome outcome = testing::run(
        {"/bin/sh", "-c",
         fmt::format("{} & {}; second=$?; wait $!; echo $? $second", job("first"), job("second"))});
    ASSERT_THAT(outcome.out, ::testing::AnyOf("5 3\n", "3 5\n")) << outcome.err;
    const bool is_of_first = outcome.out[0] == '5';
    EXPECT_FALSE(fs::exists(folder / (is_of_first ? "second.0" : "first.0")));
    EXPECT_EQ(recorded(profile_in(folder / "trace")), noted(folder / (is_of_first ? "first" : "second"), 2));
}

TEST(Record, MakesNothingOfAProgramWithoutMpi) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run_program("network_trace", {"record", "-o", folder / "trace", "--", "/bin/false"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.err, "");
    EXPECT_FALSE(fs::exists(folder / "trace"));
    testing::expect_refused("network_trace", {{"show", folder / "trace"}, 3, "no MPI call was seen"});
}

// It ends by _exit, and cannot remove the folder that was made for it.
TEST(Record, TakesTheFolderOfAShellThatUsedNoMpi) {
    const TemporaryFolder folder;
    const std::vector<std::string> words{"record", "-o", folder / "trace", "--", "/bin/sh", "-c", "exit 7"};
    for (int time = 0; time < 2; ++time) {
        const Outcome outcome = run_program("network_trace", words);
        EXPECT_EQ(outcome.exit_code, 7) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        testing::expect_refused("network_trace", {{"show", folder / "trace"}, 3, "no MPI call was seen"});
    }
}

// Ranks that are not recorded take part in the program alone.
TEST(Record, OfSomeRanksEndsAndSaysWhichAreMissing) {
    const TemporaryFolder folder;
    const auto words_of = [&](bool is_recorded) {
        std::vector<std::string> words{"-np", "1"};
        if (is_recorded) {
            words.insert(words.end(), {NETWORK_TRACE, "record", "-o", folder / "trace", "--"});
        }
        words.insert(words.end(), {traced_program("counted"), folder / "account"});
        return words;
    };
    for (const std::vector<int>& recorded : {std::vector{0}, std::vector{1, 2}}) {
        fs::remove_all(folder / "trace");
        std::vector<std::string> words{MPIEXEC, "--oversubscribe"};
        for (int rank = 0; rank < 4; ++rank) {
            if (rank > 0) words.emplace_back(":");
            const bool is_recorded = std::find(recorded.begin(), recorded.end(), rank) != recorded.end();
            const auto of_rank = words_of(is_recorded);
            words.insert(words.end(), of_rank.begin(), of_rank.end());
        }
        const Outcome outcome = testing::run(words, std::chrono::seconds(120));
        EXPECT_EQ(outcome.exit_code, exit_code_of_counted) << outcome.err;
        const Recording recording = read_recording(folder / "trace");
        ASSERT_THAT(recording.ranks, SizeIs(recorded.size()));
        EXPECT_THAT(recording.unrecorded_ranks, SizeIs(4 - recorded.size()));
        EXPECT_FALSE(recording.is_complete());
        SourceLines lines;
        const Profile profile = profile_of(recording, lines);
        EXPECT_THAT(describe_profile(recording, profile, 1),
                    HasSubstr(fmt::format("Not recorded: {} of 4 ranks", 4 - recorded.size())));
        for (const RankRecording& rank : recording.ranks) EXPECT_EQ(rank.header.is_complete, 1U);
    }
}

TEST(Record, HasFunctionsWhereAProgramHasNoLines) {
    const TemporaryFolder folder;
    const fs::path program = folder / "solver";
    fs::copy_file(traced_program("pairs"), program);
    ASSERT_EQ(testing::run({"/usr/bin/strip", "--strip-debug", program}).exit_code, 0);
    ASSERT_EQ(run_traced(2, folder / "trace", {program}).exit_code, 0);
    const Outcome shown = run_program("network_trace", {"show", folder / "trace"});
    EXPECT_EQ(shown.exit_code, 0) << shown.err;
    EXPECT_THAT(shown.out, ::testing::ContainsRegex("main\\+0x[0-9a-f]+ \\(solver\\)  MPI_Finalize"));
    EXPECT_THAT(shown.out, Not(HasSubstr("pairs.cpp:")));
}

TEST(Record, HasOffsetsWhereTheProgramIsNoLongerWhatItWas) {
    const TemporaryFolder folder;
    const fs::path program = folder / "solver";
    fs::copy_file(traced_program("pairs"), program);
    ASSERT_EQ(run_traced(2, folder / "trace", {program}).exit_code, 0);
    EXPECT_THAT(run_program("network_trace", {"show", folder / "trace"}).out, HasSubstr("pairs.cpp:"));
    fs::remove(program);
    const auto expect_offsets = [&](const std::string& why) {
        const Outcome shown = run_program("network_trace", {"show", folder / "trace"});
        EXPECT_EQ(shown.exit_code, 0) << shown.err;
        EXPECT_THAT(shown.out, HasSubstr("solver+0x"));
        EXPECT_EQ(shown.err, fmt::format("network_trace: {}: {}; its places are given as offsets\n",
                                         program.string(), why));
    };
    expect_offsets("no longer there");
    fs::copy_file(traced_program("busy"), program);
    expect_offsets("built anew since it was recorded");
}

TEST(Record, RefusesWhatItDoesNotKnow) {
    testing::expect_refused("network_trace",
                            {{"record", "-o", "t", "--only", "MPI_Sned", "--", "true"}, 2, "MPI_Sned"});
    testing::expect_refused("network_trace", {{"record", "-o", "t"}, 2, "give the program to record"});
    testing::expect_refused(
        "network_trace", {{"record", "-o", "t", "--", "/no/program"}, 3, "/no/program: cannot be started"});
    testing::expect_refused("network_trace",
                            {{"record", "-o", "/no/folder/t", "--", "true"},
                             3,
                             "/no/folder/t: cannot be made, as there is no folder /no/folder"});
    testing::expect_refused("network_trace", {{"show", "t", "--places", "-1"}, 2, "--places -1"});
    testing::expect_refused("network_trace", {{"show", traced_program("busy")}, 3, "busy: no folder"});
    testing::expect_refused("network_trace",
                            {{"record", "-o", "t", "--polls", "some", "--", "true"}, 2, "--polls some"});
    testing::expect_refused("network_trace",
                            {{"record", "-o", "t", "--write", "late", "--", "true"}, 2, "--write late"});
    testing::expect_refused("network_trace",
                            {{"record", "--", "true"}, 2, "see network_trace record --help"});
}

// Each rank makes 100,000 calls beside MPI_Init and MPI_Finalize.
TEST(Record, CountsWhatAFullDiskLoses) {
    const testing::SmallDisk disk("64k");
    if (!disk.mounted()) GTEST_SKIP() << "needs a file system of its own";
    const Outcome outcome =
        run_traced(2, disk.path() / "trace", {traced_program("busy")}, {"--compress", "none"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("No space left on device; the program goes on"));
    std::uint64_t lost = 0;
    for (const RankRecording& rank : read_recording(disk.path() / "trace").ranks) {
        EXPECT_EQ(rank.header.recorded_calls + rank.header.lost_calls, 100'002U);
        EXPECT_FALSE(rank.is_cut_off);
        lost += rank.header.lost_calls;
    }
    EXPECT_GT(lost, 0U);
}

// 100,002 records of 32 bytes fill three buffers of 1 MiB, each of which takes an eighth of a second.
TEST(Record, CountsHowLongTheProgramWaitsForTheDisk) {
    const TemporaryFolder folder;
    const Outcome outcome = run_traced(1, folder / "trace", {traced_program("busy")},
                                       {"--write", "synchronous", "--compress", "none", "--disk-rate", "8M"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Recording recording = read_recording(folder / "trace");
    const FileHeader& header = recording.ranks.at(0).header;
    EXPECT_EQ(header.recorded_calls, 100'002U);
    EXPECT_EQ(profile_in(folder / "trace").calls, 100'002U);
    EXPECT_EQ(header.buffer_waits, 3U);
    EXPECT_GE(header.buffer_wait_ns, 3U * 125'000'000);
    EXPECT_GE(recording.ranks.at(0).threads.at(0).calls.size(), 100'002U * 32);
    const Outcome shown = run_program("network_trace", {"show", folder / "trace"});
    EXPECT_THAT(shown.out, HasSubstr("waited 3 times for a buffer"));
}

/// Whether so many ranks were seen in a call that lasts.
bool shows_open_calls(const fs::path& folder, std::size_t ranks) {
    try {
        const Recording recording = read_recording(folder);
        SourceLines lines;
        const std::string text = describe_profile(recording, profile_of(recording, lines), 1);
        return recording.ranks.size() == ranks && text.find("MPI_Recv at") != std::string::npos &&
               text.find("MPI_Barrier at") != std::string::npos;
    } catch (const FileError&) {
        return false;
    }
}

TEST(Record, ShowsWhereAHungProgramStands) {
    const TemporaryFolder folder;
    Command job(words_of_traced(2, folder / "trace", {traced_program("hung")}));
    for (int wait = 0; wait < 300 && !shows_open_calls(folder / "trace", 2); ++wait) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    // It is seen to live on while nothing is recorded.
    EXPECT_TRUE(testing::eventually([&] {
        SourceLines lines;
        const Profile profile = profile_of(read_recording(folder / "trace"), lines);
        return profile.open_calls.size() == 2 && profile.open_calls.front().observed_s > 2 &&
               profile.communication_seconds > 4;
    }));
    // As it is while the program runs.
    fs::copy(folder / "trace", folder / "copy");
    for (const pid_t child : job.children()) kill(child, SIGKILL);
    const Outcome outcome = job.wait(std::chrono::seconds(60));
    const Outcome shown = run_program("network_trace", {"show", folder / "copy"});
    EXPECT_EQ(shown.exit_code, 0) << shown.err;
    std::istringstream lines(outcome.out);
    int rank = 0;
    std::string function;
    std::string place;
    int places = 0;
    while (lines >> rank >> function >> place) {
        EXPECT_THAT(shown.out, HasSubstr(fmt::format("Rank {} is in {} at {} since", rank, function, place)));
        ++places;
    }
    EXPECT_EQ(places, 2) << outcome.out;

    // The barrier in which rank 0 waits: rank 1 has not come while it was seen.
    constexpr auto type = RecordType::collective;
    const Operations operations = open_trace(folder / "copy");
    const RecordTable& table = operations.trace[type];
    std::size_t barriers = 0;
    for (std::size_t record = 0; record < table.size(); ++record) {
        if (operations.trace.text(type, field(type, "op_name"), record) != "MPI_Barrier") continue;
        ++barriers;
        EXPECT_EQ(table.number(field(type, "process_rank"), record), 0);
        EXPECT_EQ(table.number(field(type, "start_time_max"), record),
                  table.number(field(type, "finish_time"), record));
    }
    EXPECT_EQ(barriers, 1U);
}

}  // namespace
}  // namespace fabricmap::tracing
