// SPDX-License-Identifier: Apache-2.0
// Where the time of ranks goes, of traces that are written down.
#include "rules/causes/time_table.hpp"

#include "tests/rules/causes/written_trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing::WrittenTrace;

TimeTable table_of(const WrittenTrace& written, const std::vector<PlacedWait>& waits) {
    const tracing::Trace trace = written.read();
    Records records(trace);
    std::vector<PlacedWait> placed = waits;
    for (PlacedWait& wait : placed) wait.place = records.number_of("a.c:2");
    return time_table(trace, records, {placed});
}

double sum_of(const RankTime& time) {
    double sum = time.computation + time.transfer + time.files + time.library + time.unexplained;
    for (const double wait : time.waits) sum += wait;
    return sum;
}

/// Rank 1 receives from 10 ms on what is sent at 40 ms, and has it at 40.05 ms.
WrittenTrace one_message() {
    WrittenTrace written(2, 100);
    written.message(0, {40, 40.01, "a.c:1"}, 1, {10, 40.05, "a.c:2"});
    written.call_site(0, "MPI_Send", "a.c:1", 0.01);
    written.call_site(1, "MPI_Recv", "a.c:2", 30.05);
    written.call_site(1, "MPI_Comm_rank", "a.c:3", 2);
    return written;
}

TEST(TimeTable, PartsAreThoseOfTheTrace) {
    const TimeTable table = table_of(one_message(), {{1, 0.010, 0.040}});
    ASSERT_THAT(table.ranks, SizeIs(2));
    const RankTime& receiver = table.ranks[1];
    EXPECT_EQ(receiver.rank, 1);
    EXPECT_NEAR(receiver.total, 0.1, testing::to_a_microsecond);
    EXPECT_NEAR(receiver.waits.at(0), 0.030, testing::to_a_microsecond);
    EXPECT_NEAR(receiver.transfer, 0.00005, testing::to_a_microsecond);
    EXPECT_NEAR(receiver.library, 0.002, testing::to_a_microsecond);
    EXPECT_NEAR(receiver.unexplained, 0, testing::to_a_microsecond);
    EXPECT_NEAR(receiver.computation, 0.1 - 0.03005 - 0.002, testing::to_a_microsecond);
    for (const RankTime& rank : table.ranks) EXPECT_NEAR(sum_of(rank), rank.total, 1e-12);
}

/// Without the wait 30 ms are there for which nobody has a reason, less 0.1 ms to begin with.
TEST(TimeTable, WhatNoRuleExplainsIsNamedWithItsPlaceAndRanks) {
    const TimeTable table = table_of(one_message(), {});
    EXPECT_NEAR(table.ranks.at(1).unexplained, 0.0299, testing::to_a_microsecond);
    ASSERT_THAT(table.unexplained, SizeIs(1));
    EXPECT_EQ(table.unexplained[0].function, "MPI_Recv");
    EXPECT_EQ(table.unexplained[0].place, "a.c:2");
    EXPECT_THAT(table.unexplained[0].ranks, ElementsAre(1));
    for (const RankTime& rank : table.ranks) EXPECT_NEAR(sum_of(rank), rank.total, 1e-12);
}

/// A process that polls waits between its polls, too.
TEST(TimeTable, TimeBetweenPollsIsThatOfTheWait) {
    WrittenTrace written(1, 100);
    written.call_site(0, "MPI_Test", "a.c:2", 12);
    const TimeTable table = table_of(written, {{0, 0.010, 0.040}});
    EXPECT_NEAR(table.ranks.at(0).waits.at(0), 0.030, testing::to_a_microsecond);
    EXPECT_NEAR(table.ranks.at(0).computation, 0.070, testing::to_a_microsecond);
    EXPECT_NEAR(table.ranks.at(0).unexplained, 0, testing::to_a_microsecond);
}

TEST(TimeTable, IsNoneWhereTheTraceDoesNotTellOfAllCalls) {
    WrittenTrace written(2, 100);
    written.message(0, {40, 40.01, "a.c:1"}, 1, {10, 40.05, "a.c:2"});
    EXPECT_THAT(table_of(written, {}).ranks, IsEmpty());
}

}  // namespace
}  // namespace fabricmap::rules
