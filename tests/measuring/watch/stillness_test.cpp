// SPDX-License-Identifier: Apache-2.0
#include "measuring/watch/stillness.hpp"

#include <gtest/gtest.h>

namespace fabricmap {
namespace {

using std::chrono::milliseconds;

TEST(Stillness, GrowsWhileTheNumberStaysAndBeginsAnewWithEachChange) {
    Stillness stillness;
    stillness.look(5, milliseconds(100));
    EXPECT_EQ(stillness.still_for(), milliseconds(0));
    stillness.look(5, milliseconds(100));
    stillness.look(5, milliseconds(150));
    EXPECT_EQ(stillness.still_for(), milliseconds(250));
    stillness.look(6, milliseconds(100));
    EXPECT_EQ(stillness.still_for(), milliseconds(0));
}

TEST(Stillness, CountsNoMoreThanASecondOfATimeInWhichNobodyLooked) {
    Stillness stillness;
    stillness.look(5, milliseconds(100));
    stillness.look(5, milliseconds(3'600'000));
    EXPECT_EQ(stillness.still_for(), milliseconds(1000));
}

}  // namespace
}  // namespace fabricmap
