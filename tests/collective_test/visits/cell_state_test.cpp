// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/cell_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace fabricmap::collective_test {
namespace {

CollectiveVisit visit_of(double slot_s, const std::vector<double>& times_s,
                         const std::vector<double>& late_s) {
    CollectiveVisit visit;
    visit.slot_s = slot_s;
    visit.completion = times_s;
    visit.longest = times_s;
    visit.lateness = late_s;
    return visit;
}

TEST(NextSlot, DoublesWhereOverAQuarterOfTheRunsBeganLate) {
    const std::vector<double> times(8, 10e-6);
    std::vector<double> late(8, 0);
    late[0] = late[1] = 5e-6;
    EXPECT_EQ(next_slot(visit_of(50e-6, times, late), CollectiveTiming::global), 45'000);
    late[2] = 5e-6;
    EXPECT_EQ(next_slot(visit_of(50e-6, times, late), CollectiveTiming::global), 100'000);
}

TEST(NextSlot, IsAThirdLongerThanSevenOfEightRunsTook) {
    std::vector<double> times(16, 100e-6);
    times[0] = times[1] = 9e-3;
    const std::vector<double> on_time(16, 0);
    EXPECT_EQ(next_slot(visit_of(900e-6, times, on_time), CollectiveTiming::global), 130'000);
    EXPECT_EQ(next_slot(visit_of(50e-6, times, on_time), CollectiveTiming::global), 130'000);
}

TEST(NextSlot, IsNotLongBecauseOthersHadTheCoreDuringMostRuns) {
    std::vector<double> times(16, 9e-3);
    std::fill_n(times.begin(), 4, 100e-6);
    EXPECT_EQ(next_slot(visit_of(900e-6, times, std::vector<double>(16, 0)), CollectiveTiming::global),
              200'000);
}

TEST(NextSlot, GrowsToWhatItsRunsTake) {
    // Each run begins when the one before it ends, which is later and later.
    CollectiveVisit visit = visit_of(100e-6, {1e-3, 1.9e-3, 2.8e-3, 3.7e-3}, {0, 0.9e-3, 1.8e-3, 2.7e-3});
    visit.longest.assign(4, 1e-3);
    for (int next = 0; next < 5; ++next)
        visit.slot_s = static_cast<double>(next_slot(visit, CollectiveTiming::global)) * 1e-9;
    EXPECT_GT(visit.slot_s, 1e-3);
    EXPECT_LT(visit.slot_s, 5e-3);
}

TEST(NextSlot, DoesNotGrowWhereALongOneDoesNotHelp) {
    // Ranks that share a core come late however long the slot is.
    const std::vector<double> times(8, 10e-6);
    const std::vector<double> late(8, 5e-6);
    double slot_s = 100e-6;
    for (int visit = 0; visit < 20; ++visit)
        slot_s =
            static_cast<double>(next_slot(visit_of(slot_s, times, late), CollectiveTiming::global)) * 1e-9;
    EXPECT_LE(slot_s, 300e-6);
}

TEST(NextSlot, IsNoneWithoutSlots) {
    EXPECT_EQ(next_slot(visit_of(0, {1e-6}, {1}), CollectiveTiming::global), 0);
}

TEST(CellState, ARunLongerThanItsSlotCounts) {
    CellState state;
    state.add(visit_of(20e-6, {10e-6, 10e-6, 30e-6, 30e-6, 30e-6}, {0, 0, 0, 0, 0}),
              CollectiveTiming::global);
    EXPECT_DOUBLE_EQ(state.interval().value, 30e-6);
}

TEST(CellState, IsDoneAfterAllItsVisitsThoughNoneOfTheirRunsCounts) {
    VisitRule rule;
    rule.max_visits = 8;
    CellState state;
    state.add(visit_of(20e-6, std::vector<double>(16, 10e-6), std::vector<double>(16, 0)),
              CollectiveTiming::global);
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    for (int visit = 0; visit < 7; ++visit) {
        EXPECT_FALSE(is_done(state, rule));
        state.add(visit_of(20e-6, {nothing}, {0}), CollectiveTiming::global);
    }
    EXPECT_TRUE(is_done(state, rule));
}

}  // namespace
}  // namespace fabricmap::collective_test
