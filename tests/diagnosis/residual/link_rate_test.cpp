// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/link_rate.hpp"

#include <gtest/gtest.h>

namespace fabricmap::diagnosis {
namespace {

const std::vector<std::int64_t> rated_lengths{0, 65536, 1 << 20};

std::vector<double> delays_at(double gbit) {
    std::vector<double> delays_s;
    for (const std::int64_t bytes : rated_lengths)
        delays_s.push_back(2e-6 + 8e-9 * static_cast<double>(bytes) / gbit);
    return delays_s;
}

TEST(LinkRate, IsThatOfARealLinkThatFits) {
    EXPECT_EQ(rate_of_a_link(rated_lengths, delays_at(0.94)), 1) << "what TCP leaves of gigabit Ethernet";
    EXPECT_EQ(rate_of_a_link(rated_lengths, delays_at(24)), 25);
    EXPECT_EQ(rate_of_a_link(rated_lengths, delays_at(97)), 100);
}

TEST(LinkRate, IsNoneWhereNoneFitsOrNothingGrows) {
    EXPECT_EQ(rate_of_a_link(rated_lengths, delays_at(70)), std::nullopt);
    EXPECT_EQ(rate_of_a_link(rated_lengths, {1e-6, 1e-6, 1e-6}), std::nullopt);
    EXPECT_EQ(rate_of_a_link({0, 1024}, {1e-6, 2e-6}), std::nullopt) << "too short";
    EXPECT_EQ(rate_of_a_link({1 << 20}, {1e-3}), std::nullopt);
}

}  // namespace
}  // namespace fabricmap::diagnosis
