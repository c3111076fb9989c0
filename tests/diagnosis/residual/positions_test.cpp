// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/positions.hpp"

#include <gtest/gtest.h>

namespace fabricmap::diagnosis {
namespace {

/// Twelve hosts served one after another: each receives later than the one before it.
Residual served_in_order() {
    Residual residual;
    residual.sending = Eigen::ArrayXXf::Zero(2, 12);
    residual.receiving = Eigen::ArrayXXf::Zero(2, 12);
    Eigen::ArrayXXf links = Eigen::ArrayXXf::Zero(12, 12);
    for (Eigen::Index host = 0; host < 12; ++host) {
        residual.receiving.col(host) = 0.1F * static_cast<float>(host);
        for (Eigen::Index other = 0; other < 12; ++other)
            links(host, other) = (other - host + 12) % 12 == 3 ? 0.5F : 0.0F;
    }
    residual.links = {links};
    return residual;
}

TEST(Positions, ExplainWhatFollowsFromTheOrderOfRanks) {
    const Residual left = without_positions(served_in_order());
    EXPECT_LT(left.receiving.abs().maxCoeff(), 1e-5);
    EXPECT_LT(left.links.front().abs().maxCoeff(), 1e-5);
}

TEST(Positions, LeaveAHostAndALinkThatAreSlowBesides) {
    Residual residual = served_in_order();
    residual.receiving.col(5) += 0.7F;
    residual.links.front()(2, 9) += 0.9F;
    const Residual left = without_positions(std::move(residual));
    EXPECT_NEAR(left.receiving(0, 5), 0.7, 1e-4);
    EXPECT_LT(left.receiving.col(4).abs().maxCoeff(), 0.05);
    EXPECT_NEAR(left.links.front()(2, 9), 0.9, 1e-4);
}

}  // namespace
}  // namespace fabricmap::diagnosis
