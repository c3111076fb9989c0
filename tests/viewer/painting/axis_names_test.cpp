// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/axis_names.hpp"

#include "some_figures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::viewer {
namespace {

using fabricmap::testing::endpoints_on;
using picture::Axis;
using picture::NamedBlock;
using ::testing::ElementsAre;

TEST(AxisNames, JoinNeighbouringRanksOfAHost) {
    const Axis axis = axis_of_senders(endpoints_on(5, 2));
    EXPECT_EQ(axis.name, "sender");
    EXPECT_EQ(axis.labels.at(4), "4");
    EXPECT_THAT(axis.blocks,
                ElementsAre(NamedBlock{0, 2, "node0"}, NamedBlock{2, 2, "node1"}, NamedBlock{4, 1, "node2"}));
}

TEST(AxisNames, NameTheHostsOfSingleRanksAsWell) {
    EXPECT_EQ(axis_of_receivers(endpoints_on(4, 1)).blocks.size(), 4U);
}

TEST(AxisNames, HaveNoBlocksWhereHostsAreUnknownOrTheEndpointsThemselves) {
    EXPECT_TRUE(axis_of_receivers({{"node0", "node0", "node0"}, {"node1", "node1", "node1"}}).blocks.empty());
    EXPECT_TRUE(axis_of_receivers({{"rank 0", "0", ""}, {"rank 1", "1", ""}}).blocks.empty());
}

TEST(AxisNames, LeaveOutTheDomainThatAllHostsShare) {
    const Axis shared = axis_of_senders({{"a", "a.hpc.org", "a.hpc.org"}, {"b", "b.hpc.org", "b.hpc.org"}});
    EXPECT_THAT(shared.labels, ElementsAre("a", "b"));
    const Axis different =
        axis_of_senders({{"a", "a.hpc.org", "a.hpc.org"}, {"a", "a.test.org", "a.test.org"}});
    EXPECT_THAT(different.labels, ElementsAre("a.hpc.org", "a.test.org"));
}

TEST(AxisNames, ReportLengthsAsTheCommandLineDoes) {
    EXPECT_THAT(axis_of_lengths({0, 1000, 65536}).labels, ElementsAre("0", "1000", "64K"));
}

}  // namespace
}  // namespace fabricmap::viewer
