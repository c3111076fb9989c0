// SPDX-License-Identifier: Apache-2.0
// Waits of which it is written down what they come from.
#include "rules/causes/root_causes.hpp"

#include "tests/rules/causes/written_trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::rules {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing::WrittenTrace;

/// Waits in milliseconds.
PlacedWait wait(double rank, double from, double to, double other) {
    return {rank, from * 1e-3, to * 1e-3, unknown, other};
}

RootCauses causes_of(const WrittenTrace& written, const std::vector<PlacedWait>& waits) {
    const tracing::Trace trace = written.read();
    Records records(trace);
    return root_causes(trace, records, {waits});
}

TEST(RootCauses, OfAWaitIsWhatTheLateRankDidLonger) {
    WrittenTrace written(2, 100);
    written.barrier({0, 0}, "a.c:1");
    written.barrier({10, 40}, "a.c:2");
    const RootCauses found = causes_of(written, {wait(0, 10, 40, 1)});
    ASSERT_THAT(found.causes, SizeIs(1));
    EXPECT_EQ(found.causes[0].after, "a.c:1");
    EXPECT_EQ(found.causes[0].at, "a.c:2");
    EXPECT_FALSE(found.causes[0].is_call);
    EXPECT_NEAR(found.causes[0].seconds_by_rank.at(1), 0.030, testing::to_a_microsecond);
    EXPECT_NEAR(found.direct_seconds.at(0), 0.030, testing::to_a_microsecond);
}

/// Rank 0 computes for 20 ms, 1 waits for it, 2 for 1, and 3 in the barrier for 2.
TEST(RootCauses, OfAChainIsItsFirstRankWithTheWholeLoss) {
    WrittenTrace written(4, 100);
    written.barrier({0, 0, 0, 0}, "a.c:1");
    written.message(0, {20, 20, "a.c:2"}, 1, {0, 20, "a.c:3"});
    written.message(1, {20, 20, "a.c:4"}, 2, {0, 20, "a.c:5"});
    written.barrier({20, 20, 20, 0}, "a.c:6");
    const RootCauses found = causes_of(written, {wait(1, 0, 20, 0), wait(2, 0, 20, 1), wait(3, 0, 20, 2)});
    ASSERT_THAT(found.causes, SizeIs(1));
    EXPECT_EQ(found.causes[0].at, "a.c:2");
    EXPECT_NEAR(found.causes[0].seconds_by_rank.at(0), 0.060, testing::to_a_microsecond);
    EXPECT_THAT(found.causes[0].waiting, ::testing::ElementsAre(1, 2, 3));
    EXPECT_NEAR(found.direct_seconds.at(0), 0.020, testing::to_a_microsecond) << "the wait for rank 0 alone";
}

/// Rank 1 waited 20 ms for rank 0, and computes as long as rank 2 from then on: it is late all the same.
TEST(RootCauses, OfADelayThatIsPassedOnIsWhereItBegan) {
    WrittenTrace written(3, 100);
    written.barrier({0, 0, 0}, "a.c:1");
    written.message(0, {20, 20, "a.c:2"}, 1, {0, 20, "a.c:3"});
    written.barrier({30, 30, 10}, "a.c:6");
    const RootCauses found = causes_of(written, {wait(1, 0, 20, 0), wait(2, 10, 30, 1)});
    ASSERT_FALSE(found.causes.empty());
    EXPECT_EQ(found.causes[0].at, "a.c:2");
    EXPECT_NEAR(found.causes[0].seconds_by_rank.at(0), 0.040, testing::to_a_microsecond);
}

/// What rank 0 sends early is taken by rank 1 long after: that brings them nearer to each other by nothing.
TEST(RootCauses, AMessageThatLayForLongBringsNobodyInStep) {
    WrittenTrace written(2, 200);
    written.barrier({0, 0}, "a.c:1");
    written.message(0, {1, 1, "a.c:2"}, 1, {80, 80, "a.c:3"});
    written.barrier({2, 81}, "a.c:4");
    const RootCauses found = causes_of(written, {wait(0, 2, 81, 1)});
    ASSERT_FALSE(found.causes.empty());
    EXPECT_EQ(found.causes[0].after, "a.c:1");
    EXPECT_EQ(found.causes[0].at, "a.c:3");
}

TEST(RootCauses, WhatWasLaunchedLateComesLast) {
    WrittenTrace written(2, 100);
    written.barrier({0, 50}, "a.c:1");
    written.barrier({51, 61}, "a.c:2");
    const RootCauses found = causes_of(written, {wait(0, 51, 61, 1)});
    ASSERT_FALSE(found.causes.empty());
    EXPECT_FALSE(found.causes[0].is_launch);
    EXPECT_EQ(found.causes[0].at, "a.c:2");
}

TEST(RootCauses, OfWhatWaitsForNobodyAreNone) {
    WrittenTrace written(2, 100);
    written.barrier({0, 0}, "a.c:1");
    const RootCauses found = causes_of(written, {wait(0, 10, 40, unknown)});
    EXPECT_THAT(found.causes, IsEmpty());
    EXPECT_NEAR(found.direct_seconds.at(0), 0.030, testing::to_a_microsecond);
}

}  // namespace
}  // namespace fabricmap::rules
