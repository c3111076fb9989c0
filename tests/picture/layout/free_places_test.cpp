// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/free_places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::picture {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SpreadLabels, KeepsTheirDistanceAndTheRange) {
    EXPECT_THAT(spread_labels({50, 10}, 0, 100, 20), ElementsAre(50, 10));
    EXPECT_THAT(spread_labels({50, 52, 51}, 0, 100, 20), ElementsAre(50, 90, 70));
    EXPECT_THAT(spread_labels({98, 99}, 0, 100, 20), ElementsAre(80, 100));
    EXPECT_THAT(spread_labels({}, 0, 100, 20), IsEmpty());
}

TEST(HangLabels, PutsThoseThatWouldOverlapBelowEachOther) {
    EXPECT_THAT(hang_labels({{0, 50}, {100, 50}}), ElementsAre(0, 0));
    EXPECT_THAT(hang_labels({{0, 50}, {40, 50}, {80, 50}}), ElementsAre(2, 1, 0));
    EXPECT_THAT(hang_labels({{10, 50}, {10, 50}}), ElementsAre(1, 0));
}

}  // namespace
}  // namespace fabricmap::picture
