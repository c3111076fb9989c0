// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/cell_times.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace fabricmap {
namespace {

using ::testing::ElementsAre;

CollectiveVisit visit_of(std::vector<double> times, std::vector<double> lateness) {
    CollectiveVisit visit;
    visit.completion = std::move(times);
    visit.lateness = std::move(lateness);
    visit.longest = visit.completion;
    return visit;
}

CellTimes times_of(const std::vector<CollectiveVisit>& visits) {
    std::vector<const CollectiveVisit*> pointers;
    for (const CollectiveVisit& visit : visits) pointers.push_back(&visit);
    return cell_times(pointers, CollectiveTiming::global);
}

TEST(CellTimes, ARunThatWasLateByMoreThanAMicrosecondAndFivePercentDoesNotCount) {
    // The median is 100 µs, so that 5 µs are allowed.
    const CellTimes cell = times_of({visit_of({100e-6, 300e-6, 101e-6}, {0, 6e-6, 4.9e-6}),
                                     visit_of({99e-6, 100e-6, 98e-6}, {0, 0, 1e-6})});
    EXPECT_EQ(cell.runs, 6U);
    EXPECT_EQ(cell.punctual, 5U);
    EXPECT_FALSE(cell.all_count);
    EXPECT_THAT(cell.counted, ElementsAre(100e-6, 101e-6, 99e-6, 100e-6, 98e-6));
    EXPECT_THAT(cell.visit_medians, ElementsAre(100.5e-6, 99e-6));
}

TEST(CellTimes, AMicrosecondIsAllowedHoweverShortTheOperation) {
    EXPECT_EQ(times_of({visit_of({2e-6, 2e-6, 2e-6}, {1e-6, 0, 1.1e-6})}).punctual, 2U);
}

TEST(CellTimes, WhereFewerThanHalfWerePunctualAllCount) {
    const CellTimes cell = times_of({visit_of({10e-6, 20e-6, 30e-6}, {9e-6, 9e-6, 0})});
    EXPECT_TRUE(cell.all_count);
    EXPECT_EQ(cell.punctual, 1U);
    EXPECT_EQ(cell.counted.size(), 3U);
}

TEST(CellTimes, ALongRunCounts) {
    const CellTimes cell = times_of({visit_of({10e-6, 10e-6, 5e-3}, {0, 0, 0})});
    EXPECT_EQ(cell.counted.size(), 3U);
}

TEST(CellTimes, WithoutACommonStartNothingIsLate) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(times_of({visit_of({10e-6, 11e-6}, {unknown, unknown})}).punctual, 2U);
}

TEST(CellTimes, AVisitWithoutAPunctualRunHasNoMedian) {
    const CellTimes cell =
        times_of({visit_of({1e-3, 1e-3, 1e-3}, {0, 0, 0}), visit_of({1e-3, 1e-3}, {1e-3, 1e-3})});
    EXPECT_EQ(cell.visit_medians.size(), 1U);
}

TEST(CellTimes, AValueThatIsMostlyTheErrorOfItsStartsIsNone) {
    const CellTimes punctual = times_of({visit_of({20e-6, 20e-6, 20e-6}, {0, 0, 0})});
    EXPECT_FALSE(is_mostly_start_error(20e-6, punctual, 9e-6));
    EXPECT_TRUE(is_mostly_start_error(20e-6, punctual, 11e-6));
    const CellTimes late = times_of({visit_of({20e-6, 20e-6, 20e-6}, {12e-6, 11e-6, 15e-6})});
    EXPECT_TRUE(is_mostly_start_error(20e-6, late, 0));
}

}  // namespace
}  // namespace fabricmap
