// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/progress.hpp"

#include <gtest/gtest.h>

namespace fabricmap::network_test {
namespace {

TEST(FormatDuration, HasTheTwoUnitsThatMatter) {
    EXPECT_EQ(format_duration(0.31), "0.3 s");
    EXPECT_EQ(format_duration(12), "12 s");
    EXPECT_EQ(format_duration(200), "3 min 20 s");
    EXPECT_EQ(format_duration(3900), "1 h 05 min");
    EXPECT_EQ(format_duration(90'000), "25 h 00 min");
}

TEST(FormatDuration, NeverShowsSixtyOfAUnit) {
    EXPECT_EQ(format_duration(9.96), "10 s");
    EXPECT_EQ(format_duration(59.3), "1 min 00 s");
    EXPECT_EQ(format_duration(3599.5), "1 h 00 min");
}

}  // namespace
}  // namespace fabricmap::network_test
