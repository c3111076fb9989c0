// SPDX-License-Identifier: Apache-2.0
// When ranks are within MPI, worked out by hand.
#include "rules/records/mpi_activity.hpp"

#include "tracing/model/text.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::rules {
namespace {

constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();

std::string file_access(int rank, double start, double finish) {
    return fmt::format("operation file_access process_rank {} start_time {} finish_time {};\n", rank, start,
                       finish);
}

/// Rank 0 sends from 1 to 2 and waits for that from 6 to 8. Rank 1 receives from 1.5 to 4, probes from 1 to
/// 1.5 before, and enters at 4 a call that ends at 5, within which another lies. What never ended is no call.
const std::string calls =
    "program process_count 3 total_time 10.0 total_communication_time 9.0;\n"
    "operation point_to_point send_op_name \"MPI_Isend\" send_op_type \"non-blocking\" "
    "receive_op_name \"MPI_Recv\" receive_op_type \"blocking\" send_start_time 1.0 send_finish_time 2.0 "
    "receive_start_time 1.5 receive_finish_time 4.0 send_process_rank 0 receive_process_rank 1 "
    "send_source_code \"a.c:1\" receive_source_code \"a.c:2\" send_wait_start_time 6.0 "
    "send_wait_finish_time 8.0 receive_probe_start_time 1.0 receive_probe_finish_time 1.5;\n" +
    file_access(1, 4, 5) + file_access(1, 4.25, 4.5) +
    "operation file_access process_rank 1 start_time 9.0;\n";

/// What both functions give at a time.
struct Moment {
    double time = 0;
    double outside = 0;
    double inside = 0;
};

void expect_of(const MpiActivity& activity, double rank, const std::vector<Moment>& moments) {
    using ::testing::NanSensitiveDoubleEq;
    for (const Moment& moment : moments) {
        EXPECT_THAT(activity.next_outside(rank, moment.time), NanSensitiveDoubleEq(moment.outside))
            << moment.time;
        EXPECT_THAT(activity.next_inside(rank, moment.time), NanSensitiveDoubleEq(moment.inside))
            << moment.time;
    }
}

TEST(MpiActivity, OfCallsThatLieApart) {
    const tracing::Trace trace = tracing::read_text(calls, "a.trace");
    expect_of(MpiActivity(trace), 0,
              {{0, 0, 1},          // before the first
               {1, 2, 1},          // where it begins
               {1.75, 2, 1.75},    // inside
               {2, 2, 6},          // where it ends
               {4, 4, 6},          // between
               {7, 8, 7},          // inside of the last
               {8, 8, nowhere},    // where it ends
               {9, 9, nowhere}});  // after it
}

TEST(MpiActivity, TakesCallsThatFollowAtOnceOrLieWithinEachOtherForOne) {
    const tracing::Trace trace = tracing::read_text(calls, "a.trace");
    expect_of(MpiActivity(trace), 1,
              {{0.5, 0.5, 1}, {1, 5, 1}, {1.5, 5, 1.5}, {4, 5, 4}, {4.5, 5, 4.5}, {5, 5, nowhere}});
}

TEST(MpiActivity, KnowsNothingOfRanksWithoutCallsOrOfUnknownTimes) {
    const tracing::Trace trace = tracing::read_text(calls, "a.trace");
    const MpiActivity activity(trace);
    expect_of(activity, 2, {{1, nowhere, nowhere}});
    expect_of(activity, nowhere, {{1, nowhere, nowhere}});
    expect_of(activity, 0, {{nowhere, nowhere, nowhere}});
}

/// One call of each kind that records tell of, a second each and two apart; rank 0 makes them.
TEST(MpiActivity, IsOfTheCallsOfAllTypesOfRecords) {
    const std::string text =
        "program process_count 2 total_time 99.0 total_communication_time 9.0;\n"
        "operation collective op_name \"MPI_Ibarrier\" op_type \"barrier\" process_rank 0 "
        "root_process_rank 0 start_time_min 0.0 start_time_max 40.0 finish_time_min 1.0 finish_time_max 41.0 "
        "start_time 1.0 finish_time 2.0 root_start_time 1.0 root_finish_time 2.0 source_code \"a.c:1\" "
        "wait_start_time 3.0 wait_finish_time 4.0;\n"
        "operation one_sided process_rank 0 start_time 5.0 finish_time 6.0 complete_start_time 7.0 "
        "complete_time 8.0;\n"
        "operation lock process_rank 0 start_time 9.0 acquire_time 10.0 release_time 11.0 finish_time 12.0;\n"
        "operation exposure process_rank 0 target_process_rank 1 start_start_time 13.0 start_finish_time "
        "14.0 "
        "complete_start_time 15.0 complete_finish_time 16.0 post_start_time 50.0 post_finish_time 51.0 "
        "wait_start_time 52.0 wait_finish_time 53.0;\n"
        "operation exposure process_rank 1 target_process_rank 0 start_start_time 54.0 start_finish_time "
        "55.0 "
        "complete_start_time 56.0 complete_finish_time 57.0 post_start_time 17.0 post_finish_time 18.0 "
        "wait_start_time 19.0 wait_finish_time 20.0;\n"
        "operation signal process_rank 0 start_time 21.0 finish_time 22.0;\n"
        "operation poll process_rank 0 start_time 23.0 finish_time 24.0;\n";
    const tracing::Trace trace = tracing::read_text(text, "a.trace");
    const MpiActivity activity(trace);
    for (double start = 1; start < 24; start += 2)
        expect_of(activity, 0, {{start + 0.5, start + 1, start + 0.5}, {start - 0.5, start - 0.5, start}});
    expect_of(activity, 0, {{24, 24, nowhere}});
}

}  // namespace
}  // namespace fabricmap::rules
