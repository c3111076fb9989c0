// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/schedule.hpp"

#include <gtest/gtest.h>

namespace fabricmap {
namespace {

TEST(PairSample, OfAShareIsRoundedUpAndNeverNothing) {
    EXPECT_EQ((PairSample{.fraction = 0.05}.of(100)), 5);
    EXPECT_EQ((PairSample{.fraction = 0.001}.of(100)), 1);
    EXPECT_EQ((PairSample{.fraction = 1, .rounds = 7}.of(100)), 7);
    EXPECT_EQ((PairSample{.fraction = 1, .rounds = 700}.of(100)), 100);
}

TEST(PairSample, SaysInWordsWhatItIs) {
    EXPECT_EQ((PairSample{.fraction = 0.05}.text()), "5 % of the pairs");
    EXPECT_EQ((PairSample{.fraction = 1}.text()), "100 % of the pairs");
    EXPECT_EQ((PairSample{.fraction = 1, .rounds = 7}.text()), "7 rounds");
}

TEST(PairSample, IsTheSameWhereSixDigitsAre) {
    EXPECT_EQ(PairSample{.fraction = 1.0 / 3}, PairSample{.fraction = 0.333333});
    EXPECT_NE(PairSample{.fraction = 1.0 / 3}, PairSample{.fraction = 0.33333});
    EXPECT_NE(PairSample{.rounds = 3}, PairSample{.rounds = 4});
}

TEST(Schedule, SaysWhatIsKnownOfIt) {
    const auto rounds = [](std::int64_t active, std::optional<PairSample> sample,
                           std::optional<bool> shuffled) {
        return Schedule{ScheduleKind::rounds, active, sample, shuffled}.text();
    };
    EXPECT_EQ(rounds(4, PairSample{}, true), "rounds, active per node 4, shuffled");
    EXPECT_EQ(rounds(Schedule::all_of_a_node, PairSample{.rounds = 12}, false),
              "rounds, active per node all, 12 rounds, ordered");
    EXPECT_EQ(rounds(1, PairSample{.fraction = 0.05}, true),
              "rounds, active per node 1, 5 % of the pairs, shuffled");
    EXPECT_EQ(rounds(-1, {}, {}), "rounds");
    EXPECT_EQ((Schedule{ScheduleKind::serial, -1, {}, true}.text()), "serial, shuffled");
    EXPECT_EQ(Schedule{}.text(), "auto");
    EXPECT_EQ(text_of(std::nullopt), "");
}

}  // namespace
}  // namespace fabricmap
