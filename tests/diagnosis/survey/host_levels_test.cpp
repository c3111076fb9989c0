// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/host_levels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAreArray;

struct Leaves {
    int count;
    int hosts_each;
};

/// Of hosts below leaves, 1.2 µs to the same and 1.8 µs to another, where one takes that much longer than
/// others. Pairs differ by up to 0.4 %.
UnitPairs pairs_of_leaves(const Leaves& leaves, int slow_host, double factor) {
    const int hosts = leaves.count * leaves.hosts_each;
    UnitPairs pairs{{}, Eigen::ArrayXXf::Constant(hosts, hosts, std::nanf(""))};
    for (const UnitIndex unit : IndexRange<UnitIndex>(hosts)) pairs.units.push_back(unit);
    for (int one = 0; one < hosts; ++one) {
        for (int other = 0; other < hosts; ++other) {
            if (one == other) continue;
            double delay_s = one / leaves.hosts_each == other / leaves.hosts_each ? 1.2e-6 : 1.8e-6;
            delay_s *= 1 + 0.004 * std::sin(one * 7.3 + other * 3.1);
            if (one == slow_host || other == slow_host) delay_s *= factor;
            pairs.logs(one, other) = static_cast<float>(std::log(delay_s));
        }
    }
    return pairs;
}

std::vector<std::vector<int>> groups_of(const Leaves& leaves) {
    std::vector<std::vector<int>> groups;
    for (int leaf = 0; leaf < leaves.count; ++leaf) {
        groups.emplace_back(leaves.hosts_each);
        std::iota(groups.back().begin(), groups.back().end(), leaf * leaves.hosts_each);
    }
    return groups;
}

TEST(HostLevels, HaveNoLeafOfASingleSlowerHost) {
    for (const Leaves& leaves : {Leaves{3, 8}, Leaves{10, 10}, Leaves{16, 16}}) {
        for (const double factor : {1.0, 1.015, 1.025, 1.035, 1.045}) {
            const HostLevels found = find_host_levels(pairs_of_leaves(leaves, leaves.hosts_each + 1, factor));
            ASSERT_EQ(found.topology.levels.size(), 1U) << leaves.count << " leaves, " << factor;
            EXPECT_THAT(found.topology.levels.front().groups, ElementsAreArray(groups_of(leaves)))
                << leaves.count << " leaves, " << factor;
            EXPECT_EQ(found.numbers.maxCoeff(), 1) << factor;
        }
    }
}

}  // namespace
}  // namespace fabricmap::diagnosis
