// SPDX-License-Identifier: Apache-2.0
// Messages of HPC Challenge, counted twice in one run: by the recorder and by Open MPI's monitoring.
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/reading/open_trace.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryFolder;

/// Messages and bytes by sender and receiver.
using Counts = std::map<std::pair<int, int>, std::pair<std::uint64_t, std::uint64_t>>;

/// HPL with 400 rows on a grid of processes.
void write_input(const fs::path& path, int rows, int columns) {
    std::ofstream(path) << fmt::format(
        "HPLinpack benchmark input "
        "file\n\nHPL.out\n8\n1\n400\n1\n80\n0\n1\n{}\n{}\n16.0\n1\n2\n1\n4\n1\n2\n1\n1\n1\n1\n"
        "1\n1\n2\n64\n0\n0\n1\n8\n\n0\n1200\n0\n40\n",
        rows, columns);
}

/// Lines "E SENDER RECEIVER BYTES bytes MESSAGES msgs sent ...": those of the program itself.
Counts monitored(const fs::path& prefix, int ranks) {
    Counts counts;
    for (int rank = 0; rank < ranks; ++rank) {
        std::ifstream file(fmt::format("{}.{}.prof", prefix.string(), rank));
        for (std::string line; std::getline(file, line);) {
            std::istringstream words(line);
            std::string kind;
            std::string unit;
            int sender = 0;
            int receiver = 0;
            std::uint64_t bytes = 0;
            std::uint64_t messages = 0;
            if (words >> kind >> sender >> receiver >> bytes >> unit >> messages && kind == "E") {
                counts[{sender, receiver}] = {messages, bytes};
            }
        }
    }
    return counts;
}

/// What the program's calls sent, without the collective operations.
Counts messages_of(const Trace& trace) {
    constexpr auto type = RecordType::point_to_point;
    const RecordTable& table = trace[type];
    Counts counts;
    for (std::size_t record = 0; record < table.size(); ++record) {
        const auto sender = static_cast<int>(table.number(field(type, "send_process_rank"), record));
        const auto receiver = static_cast<int>(table.number(field(type, "receive_process_rank"), record));
        auto& [messages, bytes] = counts[{sender, receiver}];
        ++messages;
        bytes += static_cast<std::uint64_t>(table.number(field(type, "bytes"), record));
    }
    return counts;
}

class Hpcc : public ::testing::TestWithParam<int> {};

TEST_P(Hpcc, HasTheMessagesAndBytesThatTheLibraryCounts) {
    if (!fs::exists("/usr/bin/hpcc")) GTEST_SKIP() << "needs hpcc";
    const int ranks = GetParam();
    const TemporaryFolder folder;
    write_input(folder / "hpccinf.txt", ranks / 2, 2);
    const fs::path prefix = folder / "monitored";
    const auto outcome = testing::run(
        {MPIEXEC, "--oversubscribe", "--wdir", folder.path().string(), "--mca", "pml_monitoring_enable", "2",
         "--mca", "pml_monitoring_enable_output", "3",
         // Another algorithm uses persistent requests, which the monitoring takes for those of the program.
         "--mca", "coll_tuned_use_dynamic_rules", "1", "--mca", "coll_tuned_alltoall_algorithm", "2", "--mca",
         "pml_monitoring_filename", prefix.string(), "-np", std::to_string(ranks), NETWORK_TRACE, "record",
         "-o", (folder / "trace").string(), "--", "hpcc"},
        std::chrono::seconds(300));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Operations operations = open_trace(folder / "trace");
    MatchingReport report = operations.report;
    const std::uint64_t cancelled = report.cancelled;
    EXPECT_TRUE(report.is_clean()) << describe_report(report);
    RecordProperty("cancelled", std::to_string(cancelled));
    Counts recorded = messages_of(operations.trace);
    // A rank's messages to itself do not reach what is monitored.
    std::erase_if(recorded, [](const auto& one) { return one.first.first == one.first.second; });
    Counts expected = monitored(prefix, ranks);
    std::erase_if(expected, [](const auto& one) { return one.first.first == one.first.second; });
    EXPECT_GE(expected.size(), 2U);
    EXPECT_EQ(recorded, expected);
}

INSTANTIATE_TEST_SUITE_P(Ranks, Hpcc, ::testing::Values(2, 4), ::testing::PrintToStringParamName());

}  // namespace
}  // namespace fabricmap::tracing
