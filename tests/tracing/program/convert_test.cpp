// SPDX-License-Identifier: Apache-2.0
// Operations that are made of the calls of programs whose messages are known.
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/model/text.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::Outcome;
using testing::run_program;
using testing::run_traced;
using testing::TemporaryFolder;
using testing::traced_program;

constexpr auto message = RecordType::point_to_point;
constexpr auto collective = RecordType::collective;

void expect_messages(const Operations& operations, int ranks) {
    const RecordTable& table = operations.trace[message];
    // In each of ten rounds three messages, one that is polled for, three of persistent requests.
    EXPECT_EQ(static_cast<int>(table.size()), ranks * (10 * 3 + 1 + 3));
    std::map<std::pair<double, double>, int> by_tag_and_length;
    for (std::size_t record = 0; record < table.size(); ++record) {
        const double sender = table.number(field(message, "send_process_rank"), record);
        const double receiver = table.number(field(message, "receive_process_rank"), record);
        EXPECT_EQ(receiver, static_cast<int>(sender + 1) % ranks);
        EXPECT_EQ(operations.trace.text(message, field(message, "communicator"), record), "MPI_COMM_WORLD");
        EXPECT_LE(table.number(field(message, "send_start_time"), record),
                  table.number(field(message, "send_finish_time"), record));
        ++by_tag_and_length[{table.number(field(message, "tag"), record),
                             table.number(field(message, "bytes"), record)}];
    }
    EXPECT_EQ((by_tag_and_length[{7, 32}]), ranks * 10);
    EXPECT_EQ((by_tag_and_length[{1, 8}]), ranks * 10);
    EXPECT_EQ((by_tag_and_length[{4, 4}]), ranks * 3);
    EXPECT_EQ((by_tag_and_length[{3, 1}]), ranks);
    for (const double tag : {0., 1., 2., 3., 4., 5., 6., 7., 8., 9.}) {
        EXPECT_EQ((by_tag_and_length[{tag, 24}]), ranks) << tag;
    }
}

void expect_collectives(const Operations& operations, int ranks) {
    const RecordTable& table = operations.trace[collective];
    std::map<std::string, int> count;
    std::map<double, std::set<double>> ranks_of_instance;
    for (std::size_t record = 0; record < table.size(); ++record) {
        ++count[std::string(operations.trace.text(collective, field(collective, "op_name"), record))];
        ranks_of_instance[table.number(field(collective, "instance"), record)].insert(
            table.number(field(collective, "process_rank"), record));
        EXPECT_LE(table.number(field(collective, "start_time_min"), record),
                  table.number(field(collective, "start_time"), record));
        EXPECT_GE(table.number(field(collective, "finish_time_max"), record),
                  table.number(field(collective, "finish_time"), record));
        EXPECT_EQ(table.number(field(collective, "root_process_rank"), record), 0);
    }
    for (const auto& [instance, members] : ranks_of_instance)
        EXPECT_EQ(std::ssize(members), ranks) << instance;
    EXPECT_EQ(count["MPI_Barrier"], 2 * ranks);
    EXPECT_EQ(count["MPI_Bcast"], 2 * ranks);
    EXPECT_EQ(count["MPI_Win_fence"], 2 * ranks);
    EXPECT_EQ(count["MPI_Win_create"], ranks);
    EXPECT_EQ(count["MPI_Init"], ranks);
    EXPECT_EQ(count["MPI_Finalize"], ranks);
}

void expect_accesses_and_locks(const Operations& operations, int ranks) {
    constexpr auto one_sided = RecordType::one_sided;
    const RecordTable& accesses = operations.trace[one_sided];
    ASSERT_EQ(static_cast<int>(accesses.size()), 2 * ranks);
    for (std::size_t record = 0; record < accesses.size(); ++record) {
        const double origin = accesses.number(field(one_sided, "process_rank"), record);
        EXPECT_EQ(accesses.number(field(one_sided, "target_process_rank"), record),
                  static_cast<int>(origin + 1) % ranks);
        EXPECT_EQ(accesses.number(field(one_sided, "bytes"), record), 4);
        EXPECT_GT(accesses.number(field(one_sided, "complete_time"), record),
                  accesses.number(field(one_sided, "finish_time"), record));
    }
    constexpr auto lock = RecordType::lock;
    const RecordTable& locks = operations.trace[lock];
    ASSERT_EQ(static_cast<int>(locks.size()), ranks);
    for (std::size_t record = 0; record < locks.size(); ++record) {
        EXPECT_EQ(operations.trace.text(lock, field(lock, "op_type"), record), "exclusive");
        EXPECT_GT(locks.number(field(lock, "release_time"), record),
                  locks.number(field(lock, "acquire_time"), record));
    }
}

/// Written, read and written again it is the same.
void expect_same_as_text(const fs::path& trace, const TemporaryFolder& folder) {
    EXPECT_EQ(run_program("network_trace", {"convert", trace, "-o", folder / "a.txt"}).exit_code, 0);
    EXPECT_EQ(run_program("network_trace", {"convert", folder / "a.txt", "-o", folder / "b.txt"}).exit_code,
              0);
    EXPECT_EQ(testing::bytes_of(folder / "a.txt"), testing::bytes_of(folder / "b.txt"));
    EXPECT_EQ(read_text_file(folder / "a.txt")[message].size(), open_trace(trace).trace[message].size());
}

// Three kinds of accesses and messages of each rank go to its right neighbour: 10 × (24 + 32 + 8) bytes, one
// byte that is polled for, three times 4 of persistent requests, a put and an accumulate of 4; and blocks of
// 4 of two MPI_Allgather to everybody.
void expect_traffic(const fs::path& trace) {
    const Outcome outcome = run_program("network_trace", {"traffic", trace});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(
        outcome.out,
        "sender,receiver,messages,bytes\n0,1,38,669\n0,2,2,8\n1,0,2,8\n1,2,38,669\n2,0,38,669\n2,1,2,8\n");
    EXPECT_THAT(outcome.err, HasSubstr("MPI_Bcast                             6      8 bytes"));
}

TEST(Operations, AreThoseOfTheProgram) {
    const TemporaryFolder folder;
    constexpr int ranks = 3;
    run_traced(ranks, folder / "trace", {traced_program("counted"), folder / "account"});
    const Operations operations = open_trace(folder / "trace");
    EXPECT_EQ(describe_report(operations.report), "");
    expect_messages(operations, ranks);
    expect_collectives(operations, ranks);
    expect_accesses_and_locks(operations, ranks);
    expect_same_as_text(folder / "trace", folder);
    expect_traffic(folder / "trace");
}

// Each message has a length of its own: matched with another's receive it would be of unequal length.
TEST(Operations, MatchMessagesThatAreReceivedFromAnyoneWithAnyTag) {
    const TemporaryFolder folder;
    constexpr int ranks = 4;
    const Outcome outcome = run_traced(ranks, folder / "trace", {traced_program("wildcards")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Operations operations = open_trace(folder / "trace");
    const MatchingReport& report = operations.report;
    EXPECT_EQ(report.messages, 5U * 67 * (ranks - 1));
    EXPECT_TRUE(report.is_clean()) << describe_report(report);
    std::set<std::string_view> communicators;
    const RecordTable& table = operations.trace[message];
    for (std::size_t record = 0; record < table.size(); ++record) {
        communicators.insert(operations.trace.text(message, field(message, "communicator"), record));
        EXPECT_EQ(table.number(field(message, "receive_process_rank"), record), 0);
    }
    EXPECT_EQ(communicators.size(), 5U);
}

// Messages of a thread have lengths of their own, too.
TEST(Operations, MissNoMessageOfThreads) {
    const TemporaryFolder folder;
    const Outcome outcome = run_traced(2, folder / "trace", {traced_program("threads")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Operations operations = open_trace(folder / "trace");
    EXPECT_EQ(operations.report.messages, 2U * 4 * 200);
    EXPECT_TRUE(operations.report.is_clean()) << describe_report(operations.report);
    // Those that follow each other are one.
    const std::size_t threads = read_recording(folder / "trace").ranks.at(0).threads.size();
    EXPECT_GE(threads, 2U);
    EXPECT_LE(threads, 5U);
}

TEST(Convert, WritesATableOfEachType) {
    const TemporaryFolder folder;
    const std::string samples = SAMPLES_DIRECTORY;
    const Outcome outcome = run_program("network_trace", {"convert", samples + "/traces/first_example.trace",
                                                          "--to", "csv", "-o", folder / "first"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(
        testing::bytes_of(folder / "first_process.csv"),
        "rank,start_time,finish_time\n0,0.005429202836520959,2.4711356559414064\n1,0,2.4698204696877464\n");
    EXPECT_THAT(testing::bytes_of(folder / "first_point_to_point.csv"),
                HasSubstr("MPI_Ssend,blocking,MPI_Recv,blocking,0.4687189432899993,"));
}

TEST(Convert, RefusesWhatItCannotReadOrReplace) {
    const TemporaryFolder folder;
    testing::write_bytes(folder / "some", "some text");
    testing::write_bytes(folder / "out", "mine");
    const std::string sample = std::string(SAMPLES_DIRECTORY) + "/traces/first_example.trace";
    testing::expect_refused("network_trace",
                            {{"convert", folder / "some", "-o", folder / "a"}, 3, "some: no trace"});
    testing::expect_refused("network_trace", {{"convert", sample, "-o", folder / "out"}, 3, "out"});
    testing::expect_refused(
        "network_trace",
        {{"convert", sample, "--to", "otf", "-o", "a"}, 2, "--to otf: give text, csv, otf2 or perfetto"});
    EXPECT_EQ(testing::bytes_of(folder / "out"), "mine");
}

}  // namespace
}  // namespace fabricmap::tracing
