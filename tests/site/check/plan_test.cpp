// SPDX-License-Identifier: Apache-2.0
#include "site/check/plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::site {
namespace {

using std::chrono::seconds;

/// Two minutes for three jobs: 40 s each, of which 5 are to start and to end.
CheckPlan plan_of_two_minutes() {
    CheckOptions options;
    options.preset = "quick";
    options.time = seconds(120);
    return plan_of(options);
}

TEST(CheckPlan, GivesEachJobItsShareWhereAllKeepToTheirs) {
    const CheckPlan plan = plan_of_two_minutes();
    EXPECT_EQ(plan.per_run, seconds(35));
    EXPECT_EQ(plan.time_of_next(seconds(0), 3, seconds(0)), seconds(35));
    EXPECT_EQ(plan.time_of_next(seconds(40), 2, seconds(5)), seconds(35));
    EXPECT_EQ(plan.time_of_next(seconds(20), 2, seconds(1)), seconds(35)) << "runs are measured alike";
}

// The first takes 60 s rather than 40: 25 to start and to end. Two are left with 30 s each.
TEST(CheckPlan, TakesOffTheLaterJobsWhatAnEarlierOneTookTooLong) {
    const CheckPlan plan = plan_of_two_minutes();
    EXPECT_EQ(plan.time_of_next(seconds(60), 2, seconds(25)), seconds(5));
    EXPECT_EQ(plan.time_of_next(seconds(90), 1, seconds(25)), seconds(5));
    EXPECT_EQ(plan.time_of_next(seconds(300), 1, seconds(25)), seconds(2)) << "the least that says something";
}

TEST(CheckPlan, SaysThatTheDiagnosisComesAfterTheTime) {
    EXPECT_EQ(plan_text(plan_of_two_minutes(), 8),
              "3 runs of one_to_one on 8 hosts, lengths 0,64K,256K; at most 2 min 00 s, and their diagnosis "
              "after that");
}

}  // namespace
}  // namespace fabricmap::site
