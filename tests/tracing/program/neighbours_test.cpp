// SPDX-License-Identifier: Apache-2.0
// What neighbourhood collectives send, by the program's own account and by the MPI library's.
#include "monitored_messages.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/views/traffic.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;
using testing::MessageCounts;
using testing::TemporaryFolder;

constexpr int ranks_of_neighbours = 4;

MessageCounts noted_by_program(const fs::path& account) {
    MessageCounts counts;
    for (int rank = 0; rank < ranks_of_neighbours; ++rank) {
        std::ifstream file(fmt::format("{}.{}", account.string(), rank));
        int receiver = 0;
        std::uint64_t bytes = 0;
        while (file >> receiver >> bytes) {
            auto& [messages, sum] = counts[{rank, receiver}];
            ++messages;
            sum += bytes;
        }
    }
    return counts;
}

MessageCounts sent_in_blocks(const fs::path& trace) {
    const Operations operations = open_trace(trace);
    MessageCounts counts;
    for (const auto& [key, calls] : operations.blocks.blocks()) {
        const auto& [sender, receiver, bytes] = key;
        auto& [messages, sum] = counts[{sender, receiver}];
        messages += calls;
        sum += calls * static_cast<std::uint64_t>(bytes);
    }
    EXPECT_EQ(describe_other_collectives(operations), "");
    return counts;
}

/// What the MPI library sends in so many rounds on the grid, to make communicators as well. Open MPI 4.1 ends
/// programs that have graphs while it counts.
MessageCounts monitored_rounds(const TemporaryFolder& folder, int rounds) {
    const std::string number = std::to_string(rounds);
    const fs::path prefix = folder / ("monitored" + number);
    std::vector<std::string> words{MPIEXEC, "--oversubscribe"};
    for (const std::string& word : testing::words_of_monitoring(prefix)) words.push_back(word);
    words.insert(words.end(),
                 {"-np", std::to_string(ranks_of_neighbours), testing::traced_program("neighbours"), number,
                  folder / ("account" + number), "grid"});
    EXPECT_EQ(testing::run(words).exit_code, 0);
    return testing::monitored(prefix, ranks_of_neighbours, "I");
}

void record(const TemporaryFolder& folder, const std::string& name, const std::vector<std::string>& more) {
    std::vector<std::string> command{testing::traced_program("neighbours"), "1",
                                     folder / ("account_" + name)};
    command.insert(command.end(), more.begin(), more.end());
    const auto outcome = testing::run_traced(ranks_of_neighbours, folder / name, command);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(sent_in_blocks(folder / name), noted_by_program(folder / ("account_" + name)));
}

TEST(Neighbours, AreSentWhatTheirGraphSays) {
    const TemporaryFolder folder;
    record(folder, "all", {});
    record(folder, "grid", {"grid"});
    // Each round more sends as much again.
    MessageCounts more = monitored_rounds(folder, 2);
    for (const auto& [pair, sent] : monitored_rounds(folder, 1)) {
        more[pair].first -= sent.first;
        more[pair].second -= sent.second;
    }
    std::erase_if(
        more, [](const auto& one) { return one.first.first == one.first.second || one.second.first == 0; });
    EXPECT_EQ(more, sent_in_blocks(folder / "grid"));
}

// Each of the others has a length of its own; none is taken for the next.
TEST(OddMessages, OfWhichSomeAreTooLongOrNeverReceivedAreCountedAsTheyWereSent) {
    const TemporaryFolder folder;
    const auto outcome = testing::run_traced(2, folder / "trace", {testing::traced_program("odd_messages")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "15 errors\n");
    const Operations operations = open_trace(folder / "trace");
    EXPECT_EQ(operations.report.messages, 25U);
    EXPECT_EQ(operations.report.unequal_lengths, 0U);
    EXPECT_EQ(operations.report.unmatched_sends, 3U);
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
    for (const TrafficFlow& flow : traffic_of(operations).flows) {
        EXPECT_EQ(std::pair(flow.sender, flow.receiver), std::pair(0, 1));
        messages += flow.messages;
        bytes += flow.bytes;
    }
    EXPECT_EQ(messages, 28U);
    EXPECT_EQ(bytes, 15U * 4 + (1 + 2 + 3 + 4 + 5) + (20 + 21 + 22 + 23 + 24) + 300);
}

TEST(TwoSides, OfAnIntercommunicatorHaveOneRoot) {
    const TemporaryFolder folder;
    const auto outcome = testing::run_traced(4, folder / "trace", {testing::traced_program("two_sides")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Operations operations = open_trace(folder / "trace");
    EXPECT_EQ(describe_report(operations.report), "");
    constexpr auto type = RecordType::collective;
    const RecordTable& table = operations.trace[type];
    std::size_t rooted = 0;
    for (std::size_t record = 0; record < table.size(); ++record) {
        const std::string_view name = operations.trace.text(type, field(type, "op_name"), record);
        if (operations.trace.text(type, field(type, "op_type"), record) == "creation") continue;
        const bool is_of_world =
            operations.trace.text(type, field(type, "communicator"), record) == "MPI_COMM_WORLD";
        EXPECT_EQ(is_of_world, name == "MPI_Init" || name == "MPI_Finalize");
        if (is_of_world || name == "MPI_Barrier") continue;
        ++rooted;
        EXPECT_EQ(table.number(field(type, "root_process_rank"), record), 2) << name;
        const bool is_root = table.number(field(type, "process_rank"), record) == 2;
        const double expected = name == "MPI_Bcast" ? 4 : 8;
        if (name != "MPI_Gather") {
            EXPECT_EQ(table.number(field(type, "bytes"), record), is_root ? expected : 0) << name;
        }
    }
    EXPECT_EQ(rooted, 12U);
}

}  // namespace
}  // namespace fabricmap::tracing
