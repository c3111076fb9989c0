// SPDX-License-Identifier: Apache-2.0
#include "measuring/sampling/sampling_plan.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>
#include <vector>

namespace fabricmap {
namespace {

using Batches = std::vector<std::size_t>;

/// The batches that a plan hands out when the median's precision is told by `precise_after`, batch by batch.
Batches batches_of(const SamplingRule& rule, const std::vector<bool>& precise_after) {
    BatchPlan plan(rule);
    Batches batches;
    bool precise = false;
    while (const std::size_t size = plan.next(precise)) {
        precise = batches.size() < precise_after.size() && precise_after[batches.size()];
        batches.push_back(size);
        plan.took(size);
    }
    return batches;
}

TEST(BatchPlan, BeginsWith12AndGrowsByHalfUpToTheMostAllowed) {
    EXPECT_EQ(batches_of({.most = 100}, {}), (Batches{12, 18, 27, 40, 3}));
}

TEST(BatchPlan, StopsAfterTwoPreciseBatchesInARow) {
    EXPECT_EQ(batches_of({.most = 1000}, {true, true}), (Batches{12, 18}));
    EXPECT_EQ(batches_of({.most = 1000}, {true, false, true, true}), (Batches{12, 18, 27, 40}));
    EXPECT_EQ(batches_of({.most = 57}, {false, true, false}), (Batches{12, 18, 27}));
}

TEST(BatchPlan, AFixedRuleIsOneBatchWhateverThePrecision) {
    EXPECT_EQ(batches_of({.most = 20, .fixed = true}, {true, true}), (Batches{20}));
    EXPECT_EQ(batches_of({.most = 1'000'000, .fixed = true}, {}), (Batches{1'000'000}));
}

TEST(BatchPlan, FewerThanTheFirstBatchArePossible) {
    EXPECT_EQ(batches_of({.most = 1}, {}), (Batches{1}));
    EXPECT_EQ(batches_of({.most = 11}, {true}), (Batches{11}));
}

TEST(BatchPlan, AsksAgainForWhatTheTimeDidNotAllow) {
    BatchPlan plan({.most = 20});
    EXPECT_EQ(plan.next(false), 12);
    plan.took(1);
    EXPECT_EQ(plan.next(false), 12);
    plan.took(12);
    EXPECT_EQ(plan.next(false), 7);
    plan.took(7);
    EXPECT_EQ(plan.next(false), 0);
}

TEST(BatchPlan, AsksAgainForTheRestOfAFixedNumber) {
    BatchPlan plan({.most = 20, .fixed = true});
    EXPECT_EQ(plan.next(false), 20);
    plan.took(1);
    EXPECT_EQ(plan.next(false), 19);
}

RC_GTEST_PROP(BatchPlan, NeverTakesMoreThanAllowedAndStopsEarlyOnlyWhenPreciseTwice, ()) {
    const auto most = *rc::gen::inRange<std::int64_t>(1, 100'000);
    const auto precise_after = *rc::gen::arbitrary<std::vector<bool>>();
    const Batches batches = batches_of({.most = most}, precise_after);
    const auto taken =
        static_cast<std::int64_t>(std::accumulate(batches.begin(), batches.end(), std::size_t{0}));
    RC_ASSERT(taken <= most);
    const std::size_t n = batches.size();
    if (taken < most) {
        RC_ASSERT(n >= 2);
        RC_ASSERT(precise_after[n - 1]);
        RC_ASSERT(precise_after[n - 2]);
    }
}

TEST(SamplingRule, SaysInTheOptionsWordsWhatItIs) {
    EXPECT_EQ((SamplingRule{.most = 20, .fixed = true, .warm_up = 5}.text()), "fixed 20, warm-up 5");
    EXPECT_EQ(SamplingRule{}.text(), "adaptive to 2 % of the median, at most 100, warm-up 3");
}

}  // namespace
}  // namespace fabricmap
