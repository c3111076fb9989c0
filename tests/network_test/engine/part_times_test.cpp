// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/part_times.hpp"

#include <gtest/gtest.h>

namespace fabricmap::network_test {
namespace {

using Lengths = std::vector<std::int64_t>;

TEST(PartTimes, LieOnStraightLinesBetweenTheLengthsOfTheTrialRun) {
    PartTimes times;
    times.add(0, 1);
    times.add(1000, 3);
    times.add(2000, 13);
    EXPECT_DOUBLE_EQ(times.at(500), 2);
    EXPECT_DOUBLE_EQ(times.at(1000), 3);
    EXPECT_DOUBLE_EQ(times.at(1100), 4);
    EXPECT_DOUBLE_EQ(times.at(9000), 13);
    EXPECT_EQ(times.of_planes({0, 500}, {10, 20}), (std::vector<double>{10, 40}));
}

TEST(PartTimes, AreNothingWithoutATrialRun) {
    EXPECT_EQ(PartTimes().at(5), 0);
}

TEST(LengthsOfTrial, AreTheEndsAndAFewBetweenThem) {
    EXPECT_EQ(lengths_of_trial({}), Lengths{});
    EXPECT_EQ(lengths_of_trial({7}), Lengths{7});
    EXPECT_EQ(lengths_of_trial({30, 10}), (Lengths{10, 30}));
    Lengths hundred;
    for (std::int64_t length = 0; length <= 100; ++length) hundred.push_back(length);
    EXPECT_EQ(lengths_of_trial(hundred), (Lengths{0, 25, 50, 75, 100}));
}

}  // namespace
}  // namespace fabricmap::network_test
