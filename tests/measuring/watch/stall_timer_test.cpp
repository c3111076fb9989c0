// SPDX-License-Identifier: Apache-2.0
#include "measuring/watch/stall_timer.hpp"

#include <gtest/gtest.h>

namespace fabricmap {
namespace {

using std::chrono::milliseconds;

TEST(StallTimer, GrowsWhileTheNumberStaysAndBeginsAnewWithEachChange) {
    StallTimer stall_timer;
    stall_timer.look(5, milliseconds(100));
    EXPECT_EQ(stall_timer.still_for(), milliseconds(0));
    stall_timer.look(5, milliseconds(100));
    stall_timer.look(5, milliseconds(150));
    EXPECT_EQ(stall_timer.still_for(), milliseconds(250));
    stall_timer.look(6, milliseconds(100));
    EXPECT_EQ(stall_timer.still_for(), milliseconds(0));
}

TEST(StallTimer, CountsNoMoreThanASecondOfATimeInWhichNobodyLooked) {
    StallTimer stall_timer;
    stall_timer.look(5, milliseconds(100));
    stall_timer.look(5, milliseconds(3'600'000));
    EXPECT_EQ(stall_timer.still_for(), milliseconds(1000));
}

}  // namespace
}  // namespace fabricmap
