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

}  // namespace
}  // namespace fabricmap::tracing
