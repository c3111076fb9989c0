// SPDX-License-Identifier: Apache-2.0
#include "network_test/clock/clock_offsets.hpp"

#include "tests/network_test/mpi/job.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::network_test {
namespace {

TEST(ClockOffset, OfASharedClockIsNothingAndExact) {
    const ClockOffset offset = measure_clock_offset(MPI_COMM_WORLD, Clock(false), true);
    EXPECT_EQ(offset.to_common, 0);
    EXPECT_EQ(offset.error_bound_s, 0);
}

// All ranks of this test share one clock, so that the offset they should find is known.
TEST(ClockOffset, FoundByMessagesIsRightWithinItsOwnBound) {
    const ClockOffset offset = measure_clock_offset(MPI_COMM_WORLD, Clock(false), false);
    EXPECT_GT(offset.error_bound_s, 0);
    EXPECT_LE(std::abs(static_cast<double>(offset.to_common)) / nanoseconds_per_second, offset.error_bound_s);
    if (own_rank() == 0) {
        EXPECT_EQ(offset.to_common, 0);
    }
}

TEST(ClockOffset, BoundIsTheSameOnAllRanks) {
    const ClockOffset offset = measure_clock_offset(MPI_COMM_WORLD, Clock(false), false);
    double largest = 0;
    MPI_Allreduce(&offset.error_bound_s, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    EXPECT_EQ(offset.error_bound_s, largest);
}

}  // namespace
}  // namespace fabricmap::network_test
