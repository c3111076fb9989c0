// SPDX-License-Identifier: Apache-2.0
// Processes that were not started together: those that others spawn, and jobs that meet at a port.
#include "monitored_messages.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/views/profile.hpp"
#include "tracing/views/traffic.hpp"

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <map>
#include <set>

namespace fabricmap::tracing {
namespace {

using ::testing::HasSubstr;
using testing::MessageCounts;
using ::testing::Not;
using testing::TemporaryFolder;

/// Ranks 0 and 1, then both worlds in any order.
class Spawned : public ::testing::Test {
  protected:
    Spawned() {
        const auto outcome = testing::run_traced(2, folder_ / "trace", {testing::traced_program("worlds")});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        recording_ = read_recording(folder_ / "trace");
        operations_ = open_trace(folder_ / "trace");
        for (std::size_t world = 1; world < recording_.worlds.size(); ++world) {
            const World& one = recording_.worlds[world];
            (one.rank_count == 1 ? one_ : three_) = one.first_rank;
            if (one.rank_count == 3) folder_of_three_ = one.folder;
        }
    }

    TemporaryFolder folder_;
    Recording recording_;
    Operations operations_;
    std::filesystem::path folder_of_three_;
    int one_ = -1;
    int three_ = -1;
};

TEST_F(Spawned, WorldsFollowEachOther) {
    EXPECT_TRUE(recording_.is_complete());
    EXPECT_EQ(recording_.worlds.size(), 3U);
    EXPECT_EQ(recording_.rank_count, 6);
    EXPECT_EQ(one_ + three_, three_ == 2 ? 2 + 5 : 2 + 3);
    EXPECT_THAT(describe_gaps(recording_), HasSubstr("Ranks 0 to 1: a world of its own"));
    EXPECT_THAT(describe_gaps(recording_), Not(HasSubstr("other side is not here")));
}

/// As the program's first lines say.
TEST_F(Spawned, MessagesBetweenWorldsAreMatched) {
    const int child = three_;
    MessageCounts expected;
    const auto add = [&](int from, int to, std::uint64_t messages, std::uint64_t bytes) {
        auto& [all_messages, all_bytes] = expected[{from, to}];
        all_messages += messages;
        all_bytes += bytes;
    };
    add(1, one_, 1, 100);
    for (int rank = 0; rank < 2; ++rank) {
        for (int number = 0; number < 3; ++number) {
            const std::uint64_t messages = rank == 0 ? 1 : 2;
            add(rank, child + number, messages, messages * static_cast<std::uint64_t>(number + 1));
            add(child + number, rank, 1, 50);
        }
    }
    const std::array merged{0, 1, child, child + 1, child + 2};
    for (std::size_t member = 0; member < 5; ++member)
        add(merged[member], merged[(member + 1) % 5], 1, 10 * (member + 1));
    add(merged[4], merged[0], 1, 7);
    add(merged[3], merged[1], 1, 7);
    add(child, 1, 1, 300);
    add(1, one_, 1, 300);
    for (int number = 0; number < 3; ++number) add(one_, child + number, 1, 3);
    EXPECT_EQ(testing::messages_of(operations_.trace), expected);
    EXPECT_TRUE(operations_.report.is_clean()) << describe_report(operations_.report);
    MessageCounts traffic;
    for (const TrafficFlow& flow : traffic_of(operations_).flows) {
        auto& [messages, bytes] = traffic[{flow.sender, flow.receiver}];
        messages += flow.messages;
        bytes += flow.bytes;
    }
    EXPECT_EQ(traffic, expected);
}

/// How many processes have a part in the operations of that name.
std::multiset<int> parts_of(const Operations& operations, std::string_view name) {
    constexpr auto type = RecordType::collective;
    const RecordTable& table = operations.trace[type];
    std::map<double, int> parts;
    for (std::size_t record = 0; record < table.size(); ++record) {
        if (operations.trace.text(type, field(type, "op_name"), record) == name)
            ++parts[table.number(field(type, "instance"), record)];
    }
    std::multiset<int> counts;
    for (const auto& [instance, count] : parts) counts.insert(count);
    return counts;
}

TEST_F(Spawned, OperationsOfSeveralWorldsHaveAllTheirParts) {
    EXPECT_EQ(parts_of(operations_, "MPI_Allreduce"), (std::multiset<int>{5}));
    EXPECT_EQ(parts_of(operations_, "MPI_Bcast"), (std::multiset<int>{5}));
    EXPECT_EQ(parts_of(operations_, "MPI_Intercomm_merge"), (std::multiset<int>{5}));
    EXPECT_EQ(parts_of(operations_, "MPI_Init"), (std::multiset<int>{1, 2, 3}));
}

/// The others are not known then. Of the ring two messages stay, and of the rest one side each.
TEST_F(Spawned, AWorldAloneSaysWhatItDoesNotKnow) {
    const Operations alone = open_trace(folder_of_three_);
    EXPECT_EQ(testing::messages_of(alone.trace), (MessageCounts{{{0, 1}, {1, 30}}, {{1, 2}, {1, 40}}}));
    const std::uint64_t sends = 6 + 1 + 2 + 1;
    const std::uint64_t receives = 9 + 1 + 3;
    EXPECT_EQ(alone.report.messages_of_unknown, sends + receives);
    EXPECT_EQ(alone.report.unmatched_sends + alone.report.unmatched_receives, 0U);
    EXPECT_THAT(describe_report(alone.report), HasSubstr("other side is not here, or not known: 2;"));
}

TEST(Ports, OfOneWorldAreNoOtherWorld) {
    const TemporaryFolder folder;
    const auto outcome =
        testing::run_traced(4, folder / "trace", {testing::traced_program("worlds"), "port"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Operations operations = open_trace(folder / "trace");
    EXPECT_EQ(describe_report(operations.report), "");
    EXPECT_EQ(testing::messages_of(operations.trace), (MessageCounts{{{0, 1}, {1, 9}},
                                                                     {{0, 2}, {1, 9}},
                                                                     {{0, 3}, {1, 9}},
                                                                     {{1, 0}, {1, 5}},
                                                                     {{2, 0}, {2, 10}},
                                                                     {{3, 0}, {3, 15}},
                                                                     {{1, 2}, {1, 1}},
                                                                     {{2, 3}, {1, 1}}}));
}

/// Under two mpiruns, which Open MPI lets meet by a server. Ranks 0 and 1 accept, 2 and 3 connect.
TEST(Ports, LetTwoJobsMeet) {
    const std::string server = "/usr/bin/ompi-server";
    if (!std::filesystem::exists(server)) GTEST_SKIP() << "needs ompi-server";
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "jobs");
    const std::string address = folder / "address";
    const auto job = [&](const std::string& role) {
        auto words = testing::words_of_traced(2, folder / "jobs" / role,
                                              {testing::traced_program("worlds"), role, folder / "port"});
        words.insert(words.begin() + 1, {"--ompi-server", "file:" + address});
        return fmt::format("{}", fmt::join(words, " "));
    };
    const auto outcome = testing::run(
        {"/bin/sh", "-c",
         fmt::format(
             "{0} --no-daemonize -r {1} & server=$!; until [ -s {1} ]; do sleep 0.1; done; {2} & "
             "accepting=$!; "
             "{3}; connected=$?; wait $accepting; accepted=$?; kill $server; exit $((connected + accepted))",
             server, address, job("accept"), job("connect"))});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Operations operations = open_trace(folder / "jobs");
    EXPECT_TRUE(operations.report.is_clean()) << describe_report(operations.report);
    EXPECT_EQ(testing::messages_of(operations.trace),
              (MessageCounts{{{2, 0}, {1, 6}}, {{2, 1}, {1, 6}}, {{3, 0}, {2, 12}}, {{3, 1}, {2, 12}}}));
    EXPECT_EQ(open_trace(folder / "jobs" / "connect").report.messages_of_unknown, 6U);
}

}  // namespace
}  // namespace fabricmap::tracing
