// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/switch_blocks.hpp"

#include "tests/diagnosis/reports/sample_diagnosis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::diagnosis {
namespace {

using picture::NamedBlock;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Six hosts, the first four and the last two below a switch each.
Diagnosis two_leaves() {
    Diagnosis diagnosis = testing::healthy_machine(6);
    diagnosis.hosts = {"n0", "n1", "n2", "n3", "n4", "n5"};
    TopologyLevel level;
    level.groups = {{0, 1, 2, 3}, {4, 5}};
    diagnosis.topology = Topology();
    diagnosis.topology->shape = Shape::hierarchy;
    diagnosis.topology->levels = {level};
    return diagnosis;
}

TEST(SwitchBlocks, JoinNeighboursBelowOneSwitch) {
    EXPECT_THAT(switch_blocks(two_leaves(), {"n0", "n1", "n2", "n3", "n4", "n5"}),
                ElementsAre(NamedBlock{0, 4, "n[0-3]"}, NamedBlock{4, 2, "n[4-5]"}));
}

TEST(SwitchBlocks, AreOfRanksAsOfHosts) {
    EXPECT_THAT(switch_blocks(two_leaves(), {"n3", "n3", "n4", "n4"}),
                ElementsAre(NamedBlock{0, 2, "n[0-3]"}, NamedBlock{2, 2, "n[4-5]"}));
}

TEST(SwitchBlocks, EndWhereTheOrderLeavesTheSwitch) {
    EXPECT_THAT(switch_blocks(two_leaves(), {"n0", "n4", "n1", "elsewhere", "n2"}),
                ElementsAre(NamedBlock{0, 1, "n[0-3]"}, NamedBlock{1, 1, "n[4-5]"},
                            NamedBlock{2, 1, "n[0-3]"}, NamedBlock{4, 1, "n[0-3]"}));
}

TEST(SwitchBlocks, AreNoneWhereNothingIsKnownOfSwitches) {
    Diagnosis diagnosis = two_leaves();
    diagnosis.topology.reset();
    EXPECT_THAT(switch_blocks(diagnosis, {"n0", "n1"}), IsEmpty());
    diagnosis = two_leaves();
    diagnosis.topology->levels.front().groups = {{0, 1, 2, 3, 4, 5}};
    EXPECT_THAT(switch_blocks(diagnosis, {"n0", "n1"}), IsEmpty());
}

}  // namespace
}  // namespace fabricmap::diagnosis
