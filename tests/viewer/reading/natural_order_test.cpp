// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/natural_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace fabricmap::viewer {
namespace {

TEST(NaturalOrder, ReadsDigitsAsNumbers) {
    std::vector<std::string> names{"node10",     "node2", "login",  "node1-eth10",
                                   "node1-eth9", "node",  "node02", ""};
    std::sort(names.begin(), names.end(), naturally_before);
    EXPECT_THAT(names, ::testing::ElementsAre("", "login", "node", "node1-eth9", "node1-eth10", "node02",
                                              "node2", "node10"));
}

TEST(NaturalOrder, HoldsNumbersOfAnyLength) {
    EXPECT_TRUE(naturally_before("n99999999999999999999", "n100000000000000000000"));
    EXPECT_FALSE(naturally_before("n100000000000000000000", "n99999999999999999999"));
}

TEST(NaturalOrder, ReportsDifferentNamesApartAndLikeOnesNot) {
    EXPECT_NE(naturally_before("node01", "node1"), naturally_before("node1", "node01"));
    EXPECT_FALSE(naturally_before("node7", "node7"));
}

}  // namespace
}  // namespace fabricmap::viewer
