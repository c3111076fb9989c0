// SPDX-License-Identifier: Apache-2.0
// Messages of HPC Challenge, counted twice in one run: by the recorder and by Open MPI's monitoring.
#include "monitored_messages.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/formats/open_trace.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;
using testing::MessageCounts;
using testing::messages_of;
using testing::monitored;
using testing::TemporaryFolder;
using testing::words_of_monitoring;

/// HPL with 400 rows on a grid of processes.
void write_input(const fs::path& path, int rows, int columns) {
    std::ofstream(path) << fmt::format(
        "HPLinpack benchmark input "
        "file\n\nHPL.out\n8\n1\n400\n1\n80\n0\n1\n{}\n{}\n16.0\n1\n2\n1\n4\n1\n2\n1\n1\n1\n1\n"
        "1\n1\n2\n64\n0\n0\n1\n8\n\n0\n1200\n0\n40\n",
        rows, columns);
}

class Hpcc : public ::testing::TestWithParam<int> {};

TEST_P(Hpcc, HasTheMessagesAndBytesThatTheLibraryCounts) {
    if (!fs::exists("/usr/bin/hpcc")) GTEST_SKIP() << "needs hpcc";
    const int ranks = GetParam();
    const TemporaryFolder folder;
    write_input(folder / "hpccinf.txt", ranks / 2, 2);
    const fs::path prefix = folder / "monitored";
    std::vector<std::string> words{
        MPIEXEC, "--oversubscribe", "--wdir", folder.path().string(),
        // Another algorithm uses persistent requests, which the monitoring takes for those of the program.
        "--mca", "coll_tuned_use_dynamic_rules", "1", "--mca", "coll_tuned_alltoall_algorithm", "2"};
    for (const std::string& word : words_of_monitoring(prefix)) words.push_back(word);
    words.insert(words.end(), {"-np", std::to_string(ranks), NETWORK_TRACE, "record", "-o",
                               (folder / "trace").string(), "--", "hpcc"});
    const auto outcome = testing::run(words);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Operations operations = open_trace(folder / "trace");
    MatchingReport report = operations.report;
    const std::uint64_t cancelled = report.cancelled;
    EXPECT_TRUE(report.is_clean()) << describe_report(report);
    RecordProperty("cancelled", std::to_string(cancelled));
    MessageCounts recorded = messages_of(operations.trace);
    // A rank's messages to itself do not reach what is monitored.
    std::erase_if(recorded, [](const auto& one) { return one.first.first == one.first.second; });
    MessageCounts expected = monitored(prefix, ranks);
    std::erase_if(expected, [](const auto& one) { return one.first.first == one.first.second; });
    EXPECT_GE(expected.size(), 2U);
    EXPECT_EQ(recorded, expected);
}

INSTANTIATE_TEST_SUITE_P(Ranks, Hpcc, ::testing::Values(2, 4), ::testing::PrintToStringParamName());

}  // namespace
}  // namespace fabricmap::tracing
