// SPDX-License-Identifier: Apache-2.0
// Persistent requests, by a program whose operations are known.
#include "monitored_messages.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/views/traffic.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace fabricmap::tracing {
namespace {

using testing::MessageCounts;
using testing::TemporaryFolder;

constexpr int ranks_of_persistent = 3;
constexpr double rounds_of_persistent = 4;

class Persistent : public ::testing::Test {
  protected:
    Persistent() {
        const auto outcome = testing::run_traced(ranks_of_persistent, folder_ / "trace",
                                                 {testing::traced_program("persistent")});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_THAT(outcome.out, ::testing::AnyOf("3 7 3\n5\n", "5\n3 7 3\n"));
        operations_ = open_trace(folder_ / "trace");
        EXPECT_EQ(describe_report(operations_.report), "");
    }

    TemporaryFolder folder_;
    Operations operations_;
};

/// Ranks start them in different orders, and each instance is of one operation with all of its ranks.
TEST_F(Persistent, OperationsBelongTogetherHoweverTheyAreStarted) {
    constexpr auto type = RecordType::collective;
    const RecordTable& table = operations_.trace[type];
    std::map<std::string, std::map<double, std::set<double>>> ranks_of_instances;
    for (std::size_t record = 0; record < table.size(); ++record) {
        const std::string name(operations_.trace.text(type, field(type, "op_name"), record));
        if (!name.starts_with("MPIX_")) continue;
        ranks_of_instances[name][table.number(field(type, "instance"), record)].insert(
            table.number(field(type, "process_rank"), record));
        EXPECT_EQ(operations_.trace.text(type, field(type, "communicator"), record), "communicator 1");
        if (name == "MPIX_Bcast_init") {
            EXPECT_EQ(table.number(field(type, "root_process_rank"), record), 1);
        }
    }
    ASSERT_EQ(ranks_of_instances.size(), 4U);
    for (const auto& [name, instances] : ranks_of_instances) {
        EXPECT_EQ(instances.size(), rounds_of_persistent) << name;
        for (const auto& [instance, ranks] : instances) EXPECT_EQ(ranks, (std::set<double>{0, 1, 2})) << name;
    }
}

/// To rank 0 one byte a round, to 1 two, to 2 three; and the messages of 4 bytes from 0 to 1.
TEST_F(Persistent, StartsAreTraffic) {
    std::map<std::pair<int, int>, double> bytes;
    for (const TrafficFlow& flow : traffic_of(operations_).flows)
        bytes[{flow.sender, flow.receiver}] += static_cast<double>(flow.bytes);
    const double round = rounds_of_persistent;
    const std::map<std::pair<int, int>, double> expected{{{0, 1}, round * (2 + 4)}, {{0, 2}, round * 3},
                                                         {{1, 0}, round},           {{1, 2}, round * 3},
                                                         {{2, 0}, round},           {{2, 1}, round * 2}};
    EXPECT_EQ(bytes, expected);
}

TEST_F(Persistent, MessagesMayBeStartedByAnotherThread) {
    EXPECT_EQ(testing::messages_of(operations_.trace),
              (MessageCounts{{{0, 1}, {rounds_of_persistent, 4 * rounds_of_persistent}}}));
}

}  // namespace
}  // namespace fabricmap::tracing
