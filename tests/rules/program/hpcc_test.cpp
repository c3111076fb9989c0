// SPDX-License-Identifier: Apache-2.0
// All rules that are installed, on a recording of HPC Challenge.
#include "rules/program/commands.hpp"
#include "rules/reports/report.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/reading/call_sequence.hpp"
#include "tracing/reading/rank_clock.hpp"

#include <fmt/format.h>

#include <map>

namespace fabricmap::rules {
namespace {

namespace fs = std::filesystem;

constexpr int ranks = 4;

/// HPL with 400 rows on a grid of 2 x 2 processes.
constexpr const char* hpcc_input =
    "HPLinpack benchmark input "
    "file\n\nHPL.out\n8\n1\n400\n1\n80\n0\n1\n2\n2\n16.0\n1\n2\n1\n4\n1\n2\n1\n1\n1\n1\n1\n1\n2\n"
    "64\n0\n0\n1\n8\n\n0\n1200\n0\n40\n";

fs::path record_hpcc(const fs::path& folder) {
    testing::write_bytes(folder / "hpccinf.txt", hpcc_input);
    fs::path trace = folder / "trace";
    const testing::Outcome outcome = testing::run(
        {MPIEXEC, "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "--wdir", folder.string(), "-np",
         fmt::format("{}", ranks), PROGRAMS "/network_trace", "record", "-o", trace.string(), "--", "hpcc"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return trace;
}

/// Seconds in recorded calls by rank, without the matching that operations go through.
std::map<double, double> seconds_in_calls(const fs::path& folder) {
    const tracing::Recording recording = tracing::read_recording(folder);
    const std::vector<tracing::RankClock> clocks = tracing::clocks_of(recording);
    std::map<double, double> seconds;
    for (const tracing::RankRecording& rank : recording.ranks) {
        const double per_tick = clocks[static_cast<std::size_t>(rank.header.rank)].seconds_per_tick();
        for (const tracing::ThreadRecording& thread : rank.threads) {
            tracing::CallSequence calls(thread.calls);
            while (calls.next()) {
                seconds[rank.header.rank] += static_cast<double>(calls.call().ticks_inside) * per_tick;
            }
        }
    }
    return seconds;
}

TEST(RulesOnHpcc, CountNoMoreThanTheTimeInMpi) {
    if (!fs::exists("/usr/bin/hpcc")) GTEST_SKIP() << "needs hpcc";
    const testing::TemporaryFolder folder;
    const fs::path trace = record_hpcc(folder.path());
    const tracing::Operations operations = tracing::open_trace(trace);
    const std::vector<Rule> rules = chosen_rules({});
    const Report report = check_rules(rules, {operations.trace, trace}, {});
    ASSERT_GT(report.operations, 10000U);
    std::vector<Wait> waits;
    for (const RuleReport& rule : report.rules) {
        EXPECT_GE(rule.outcome.unclamped_severity, 0.0) << rule.rule->name;
        EXPECT_LE(rule.outcome.unclamped_severity, 1.0) << rule.rule->name;
        waits.insert(waits.end(), rule.outcome.waits.begin(), rule.outcome.waits.end());
    }
    EXPECT_GT(report.seconds, 0.0);
    EXPECT_LE(report.seconds, report.communication_seconds);
    std::map<double, double> lost;
    for (const Wait& wait : united(waits)) lost[wait.process] += wait.to - wait.from;
    const std::map<double, double> in_calls = seconds_in_calls(trace);
    for (const auto& [rank, seconds] : lost) EXPECT_LE(seconds, in_calls.at(rank)) << rank;
    EXPECT_EQ(lost.size(), ranks);
}

}  // namespace
}  // namespace fabricmap::rules
