// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/cluster_table.hpp"

#include "clusterizer/tile.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace fabricmap::clusterizer {
namespace {

using Values = std::vector<double>;

/// Ten percent either side of a centre or so, and one length outside.
const Rule tenth{{0.21, 0}, 1};

TEST(ClusterTable, PutsAPairToTheNearestSeed) {
    const ClusterTable table(3, tenth, {{1, 1, 1}, {1.15, 1.15, 1.15}});
    EXPECT_EQ(table.find(Values{1.05, 1.05, 1.05}, 0)->cluster, 0);
    EXPECT_EQ(table.find(Values{1.10, 1.10, 1.10}, 0)->cluster, 1);
    EXPECT_EQ(table.find(Values{1.05, 1.05, 1.05}, 1)->cluster, 0);
}

TEST(ClusterTable, CountsLengthsOutside) {
    const ClusterTable table(4, tenth, {{1, 2, 3, 4}});
    EXPECT_EQ(table.find(Values{1, 2, 3, 4}, 0)->misses, 0);
    EXPECT_EQ(table.find(Values{1, 2, 9, 4}, 0)->misses, 1);
    EXPECT_FALSE(table.find(Values{1, 2, 9, 9}, 0));
}

TEST(ClusterTable, TakesALastingDifferenceForAnotherClass) {
    Rule rule = tenth;
    rule.largest_shift = 0.02;
    const ClusterTable table(4, rule, {{1, 1, 1, 1}});
    EXPECT_TRUE(table.find(Values{1.05, 0.95, 1.05, 0.95}, 0));
    EXPECT_FALSE(table.find(Values{1.05, 1.05, 1.05, 1.05}, 0));
}

TEST(ClusterTable, KeepsZeroAndMissingApart) {
    ClusterTable table(3, {{1, 0}, 0}, {});
    const Values zeros{0, 0, 0};
    const Values holes(3, missing_cell);
    const Values half{1, 1, missing_cell};
    for (const Values& values : {zeros, holes, half}) table.add(values);
    EXPECT_EQ(table.find(zeros, 0)->cluster, 0);
    EXPECT_EQ(table.find(holes, 0)->cluster, 1);
    EXPECT_EQ(table.find(half, 0)->cluster, 2);
    EXPECT_FALSE(table.find(Values{1, 1, 1}, 0));
    EXPECT_FALSE(table.positive(2));
}

RC_GTEST_PROP(ClusterTable, FindsAnAddedClusterThatFits, ()) {
    const auto planes = *rc::gen::inRange<std::size_t>(1, 12);
    const auto exceptions = *rc::gen::inRange<std::size_t>(0, std::min<std::size_t>(3, planes));
    const Rule rule{{*rc::gen::element(0.0, 0.1, 1.0), *rc::gen::element(0.0, 1e-3)}, exceptions};
    const auto value =
        rc::gen::map(rc::gen::inRange(0, 40), [](int x) { return x == 0 ? missing_cell : (x - 1) * 1e-3; });
    const auto row = rc::gen::container<Values>(planes, value);
    ClusterTable table(planes, rule, {});
    const auto rows = *rc::gen::container<std::vector<Values>>(row);
    for (const Values& centre : rows) table.add(centre);
    const Values asked = *row;
    const auto misses = [&](const Values& centre) {
        std::size_t count = 0;
        for (std::size_t k = 0; k < planes; ++k) {
            if (!rule.tolerance.around(centre[k]).holds(asked[k])) ++count;
        }
        return count;
    };
    const bool any = std::any_of(rows.begin(), rows.end(),
                                 [&](const Values& centre) { return misses(centre) <= exceptions; });
    const auto match = table.find(asked, 0);
    RC_ASSERT(match.has_value() == any);
    if (match) RC_ASSERT(misses(rows[match->cluster]) == match->misses);
}

}  // namespace
}  // namespace fabricmap::clusterizer
