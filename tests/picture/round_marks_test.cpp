// SPDX-License-Identifier: Apache-2.0
#include "picture/round_marks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::picture {
namespace {

TEST(RoundMarks, AreRoundAndWithinTheRange) {
    using ::testing::DoubleEq;
    using ::testing::ElementsAre;
    EXPECT_THAT(round_marks(0.7, 9, 5), ElementsAre(DoubleEq(2), DoubleEq(4), DoubleEq(6), DoubleEq(8)));
    EXPECT_THAT(round_marks(0, 1, 4), ElementsAre(DoubleEq(0), DoubleEq(0.5), DoubleEq(1)));
    EXPECT_THAT(round_marks(764, 838, 5), ElementsAre(DoubleEq(780), DoubleEq(800), DoubleEq(820)));
}

TEST(RoundMarks, AreNoneForASingleValue) {
    EXPECT_TRUE(round_marks(3, 3, 5).empty());
}

}  // namespace
}  // namespace fabricmap::picture
