// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/clock_demand.hpp"

#include "base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::network_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// 1 µs within the host of ranks 0 and 1, and so many seconds to rank 2 on another.
PlaneDigest plane_with(double between_hosts_s) {
    const PerRank<RankLocation> locations{{"a", 0}, {"a", 0}, {"b", 1}};
    const CellStatistics diagonal{};
    const CellStatistics near{.median = 1e-6, .count = 10};
    const CellStatistics far{.median = between_hosts_s, .count = 10};
    PlaneDigest plane(65536);
    plane.add_row(0, std::vector{diagonal, near, far}, locations);
    plane.add_row(1, std::vector{near, diagonal, far}, locations);
    plane.add_row(2, std::vector{far, far, diagonal}, locations);
    return plane;
}

TEST(ClockDemand, IsTwentyTimesTheErrorBetweenHosts) {
    EXPECT_FALSE(too_quick_for_clocks(plane_with(200e-6), 10e-6, true));
    EXPECT_NO_THROW(refuse_coarse_clocks(plane_with(200e-6), 10e-6, true));
    const auto pair = too_quick_for_clocks(plane_with(199e-6), 10e-6, true);
    ASSERT_TRUE(pair);
    EXPECT_EQ(pair->sender, 0);
    EXPECT_EQ(pair->receiver, 2);
}

TEST(ClockDemand, IsNothingWithinAHostUnlessItsRanksHaveClocksOfTheirOwn) {
    EXPECT_FALSE(too_quick_for_clocks(plane_with(1), 10e-6, true));
    EXPECT_TRUE(too_quick_for_clocks(plane_with(1), 10e-6, false));
    EXPECT_FALSE(too_quick_for_clocks(plane_with(0), 0, false));
}

TEST(ClockDemand, IsReportedWithClassDelayBoundAndRemedy) {
    const auto refuse = [] { refuse_coarse_clocks(plane_with(150e-6), 10e-6, true); };
    for (const char* part : {"--timing synchronized", "64K bytes", "150 µs", "rank 0 to rank 2",
                             "between hosts", "20 times", "10 µs", "one_way"}) {
        EXPECT_THAT(refuse, ThrowsMessage<RunError>(HasSubstr(part)));
    }
}

}  // namespace
}  // namespace fabricmap::network_test
