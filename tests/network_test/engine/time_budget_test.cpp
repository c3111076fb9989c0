// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/time_budget.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace fabricmap::network_test {
namespace {

TEST(TimeBudget, GivesEachPlaneItsLeastTimeAndAShareOfTheRest) {
    // 10 s, of which 4 are needed: the other 6 are dealt out as 1 to 2.
    TimeBudget budget(10, {2, 2}, {10, 20});
    EXPECT_DOUBLE_EQ(budget.next_end(0).value_or(-1), 2 + 2);
    budget.passed(0, 3, 4);
    // The first was quicker; all that is left is for the second.
    EXPECT_DOUBLE_EQ(budget.next_end(3).value_or(-1), 10);
}

TEST(TimeBudget, KeepsTheLeastTimeOfAllPlanesEvenWhenTheFirstIsLate) {
    TimeBudget budget(10, {2, 2, 2}, {5, 5, 5});
    budget.passed(0, 6, 4);
    // Just enough for single samples of the two that are left: they begin at once, and nothing is spent
    // beyond.
    EXPECT_DOUBLE_EQ(budget.next_end(6).value_or(-1), 6);
}

TEST(TimeBudget, EndsWhereNotEvenTheLeastTimeIsLeft) {
    TimeBudget budget(3, {2, 2}, {5, 5});
    EXPECT_DOUBLE_EQ(budget.next_end(0).value_or(-1), 0);
    budget.passed(0, 2, 0);
    EXPECT_FALSE(budget.next_end(2));
}

TEST(TimeBudget, LearnsFromPlanesOfSingleSamplesHowLongTheyReallyTake) {
    TimeBudget budget(3, {1, 1, 1, 1}, {9, 9, 9, 9});
    EXPECT_DOUBLE_EQ(budget.next_end(0).value_or(-1), 0);
    budget.passed(0, 0.2, 0);
    // A fifth of what was thought: those to come are taken for three fifths, 1.8 s of the 2.8 that are left.
    EXPECT_DOUBLE_EQ(budget.next_end(0.2).value_or(-1), 0.2 + 0.6 + 1.0 / 3);
}

TEST(TimeBudget, SetsAsideWhatWritingAPlaneTook) {
    TimeBudget budget(10, {2, 2, 2}, {2, 2, 2});
    budget.passed(0, 2, 2);
    budget.collected(1);
    // 3 s are gone. The two that are left take 2 s each and 1 s to be written, which leaves 1 s for
    // precision.
    EXPECT_DOUBLE_EQ(budget.next_end(3).value_or(-1), 3 + 2 + 0.5);
    EXPECT_FALSE(budget.next_end(7.5));
}

TEST(TimeBudget, DealsOutAnewWhereThePlanesLeftAreEstimatedAgain) {
    TimeBudget budget(20, {2, 2, 2}, {5, 5, 5});
    budget.passed(0, 4, 10);
    // Twice as many rounds from now on: 8 of the 16 s that are left are needed.
    budget.set_estimates({4, 4}, {10, 30});
    EXPECT_DOUBLE_EQ(budget.next_end(4).value_or(-1), 4 + 4 + 2);
    budget.passed(4, 10, 10);
    EXPECT_DOUBLE_EQ(budget.next_end(10).value_or(-1), 20);
}

RC_GTEST_PROP(TimeBudget, NeverPassesTheTimeWhenPlanesKeepToTheirs, ()) {
    const auto count = static_cast<std::size_t>(*rc::gen::inRange(1, 50));
    const auto least = *rc::gen::container<std::vector<int>>(count, rc::gen::inRange(1, 100));
    const std::vector<double> min_s(least.begin(), least.end());
    std::vector<double> full_s;
    for (const double seconds : min_s) full_s.push_back(seconds * 7);
    const double total_s = *rc::gen::inRange(1, 20'000);
    TimeBudget budget(total_s, min_s, full_s);
    double now_s = 0;
    for (std::size_t plane = 0; plane < count; ++plane) {
        const auto end_s = budget.next_end(now_s);
        if (!end_s) return;
        RC_ASSERT(*end_s <= total_s * (1 + 1e-12));
        RC_ASSERT(*end_s >= now_s);
        const double took_s = std::max(*end_s - now_s, min_s[plane]);
        budget.passed(now_s, now_s + took_s, *end_s);
        now_s += took_s;
        RC_ASSERT(now_s <= total_s * (1 + 1e-12));
    }
}

RC_GTEST_PROP(SpreadOrder, HoldsEveryLengthAndIsEvenWhereverItIsCut, ()) {
    const auto count = *rc::gen::inRange<std::int64_t>(2, 200);
    std::vector<std::int64_t> lengths;
    for (std::int64_t index = 0; index < count; ++index) lengths.push_back(index);
    const auto order = spread_order(lengths);
    auto sorted = order;
    std::sort(sorted.begin(), sorted.end());
    RC_ASSERT(sorted == lengths);
    // With 2^k + 1 lengths taken no gap is wider than the next power allows.
    for (std::size_t parts = 1; parts + 1 <= order.size(); parts *= 2) {
        std::vector<std::int64_t> first(order.begin(),
                                        order.begin() + static_cast<std::ptrdiff_t>(parts) + 1);
        std::sort(first.begin(), first.end());
        std::int64_t widest = 0;
        for (std::size_t at = 1; at < first.size(); ++at)
            widest = std::max(widest, first[at] - first[at - 1]);
        if (parts * 2 < order.size()) RC_ASSERT(widest <= (count - 1) / static_cast<std::int64_t>(parts) + 1);
    }
}

TEST(SpreadOrder, BeginsWithTheEndsAndTheMiddle) {
    EXPECT_EQ(spread_order({0, 1, 2, 3, 4}), (std::vector<std::int64_t>{0, 4, 2, 1, 3}));
    EXPECT_EQ(spread_order({5}), std::vector<std::int64_t>{5});
}

}  // namespace
}  // namespace fabricmap::network_test
