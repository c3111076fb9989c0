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
    const Axis axis = axes_of(endpoints_on(5, 2)).senders;
    EXPECT_EQ(axis.name, "sender");
    EXPECT_EQ(axis.labels.at(4), "4");
    EXPECT_THAT(axis.blocks,
                ElementsAre(NamedBlock{0, 2, "node0"}, NamedBlock{2, 2, "node1"}, NamedBlock{4, 1, "node2"}));
}

TEST(AxisNames, NameTheHostsOfSingleRanksAsWell) {
    EXPECT_EQ(axes_of(endpoints_on(4, 1)).receivers.blocks.size(), 4U);
}

TEST(AxisNames, HaveNoBlocksWhereHostsAreUnknownOrTheEndpointsThemselves) {
    EXPECT_TRUE(axes_of({{"node0", "node0", "node0"}, {"node1", "node1", "node1"}}).receivers.blocks.empty());
    EXPECT_TRUE(axes_of({{"rank 0", "0", ""}, {"rank 1", "1", ""}}).receivers.blocks.empty());
}

TEST(AxisNames, LeaveOutTheDomainThatAllHostsShare) {
    const Axis shared = axes_of({{"a", "a.hpc.org", "a.hpc.org"}, {"b", "b.hpc.org", "b.hpc.org"}}).senders;
    EXPECT_THAT(shared.labels, ElementsAre("a", "b"));
    const Axis different =
        axes_of({{"a", "a.hpc.org", "a.hpc.org"}, {"a", "a.test.org", "a.test.org"}}).senders;
    EXPECT_THAT(different.labels, ElementsAre("a.hpc.org", "a.test.org"));
}

TEST(AxisNames, ReportLengthsAsTheCommandLineDoes) {
    EXPECT_THAT(axis_of_lengths({0, 1000, 65536}).labels, ElementsAre("0", "1000", "64K"));
}

}  // namespace
}  // namespace fabricmap::viewer
