// SPDX-License-Identifier: Apache-2.0
// Probes, tests and MPI-IO as records, by a program that counts them itself.
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/formats/open_trace.hpp"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

namespace fabricmap::tracing {
namespace {

using testing::TemporaryFolder;

/// Type and whether something was found.

using PollKind = std::pair<std::string, bool>;

TEST(Polls, AreRecordsWithTheirNumbersAndMessages) {
    const TemporaryFolder folder;
    const auto outcome = testing::run_traced(2, folder / "trace",
                                             {testing::traced_program("asking"), (folder / "data").string()});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    std::istringstream printed(outcome.out);
    double vain_probes = 0;
    double vain_tests = 0;
    printed >> vain_probes >> vain_tests;
    const Operations operations = open_trace(folder / "trace");
    constexpr auto type = RecordType::poll;
    const RecordTable& table = operations.trace[type];
    std::map<PollKind, double> counts;
    for (std::size_t record = 0; record < table.size(); ++record) {
        const std::string kind(operations.trace.text(type, field(type, "op_type"), record));
        const bool has_found = table.number(field(type, "found"), record) > 0;
        counts[{kind, has_found}] += table.number(field(type, "count"), record);
        EXPECT_LE(table.number(field(type, "inside_time"), record),
                  table.number(field(type, "finish_time"), record) -
                      table.number(field(type, "start_time"), record) + 1e-9);
        if (!has_found || kind == "test") continue;
        EXPECT_EQ(table.number(field(type, "source_process_rank"), record), 1);
        EXPECT_EQ(table.number(field(type, "tag"), record), 7);
        EXPECT_EQ(table.number(field(type, "bytes"), record), 100);
    }
    EXPECT_EQ((counts[{"probe", true}]), 5);
    EXPECT_EQ((counts[{"polling probe", true}]), 5);
    EXPECT_EQ((counts[{"polling probe", false}]), vain_probes);
    EXPECT_EQ((counts[{"test", true}]), 5);
    EXPECT_EQ((counts[{"test", false}]), vain_tests);
}

TEST(Files, HaveRecordsOfTheirCallsWithBytes) {
    const TemporaryFolder folder;
    const std::string data = (folder / "data").string();
    const auto outcome = testing::run_traced(2, folder / "trace", {testing::traced_program("asking"), data});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Operations operations = open_trace(folder / "trace");
    constexpr auto type = RecordType::file_access;
    const RecordTable& table = operations.trace[type];
    std::map<std::string, std::pair<int, double>> calls;
    for (std::size_t record = 0; record < table.size(); ++record) {
        auto& [count, bytes] =
            calls[std::string(operations.trace.text(type, field(type, "op_type"), record))];
        ++count;
        if (table.has(field(type, "bytes"), record)) bytes += table.number(field(type, "bytes"), record);
        EXPECT_EQ(operations.trace.text(type, field(type, "file"), record), data);
    }
    const std::map<std::string, std::pair<int, double>> expected{
        {"open", {2, 0}}, {"write", {4, 2 * (100 + 50)}}, {"read", {2, 2 * 25}}, {"close", {2, 0}}};
    EXPECT_EQ(calls, expected);
}

}  // namespace
}  // namespace fabricmap::tracing
