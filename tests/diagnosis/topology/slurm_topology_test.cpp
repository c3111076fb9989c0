// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/slurm_topology.hpp"

#include "base/errors.hpp"
#include "tests/diagnosis/topology/some_machines.hpp"
#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

using fabricmap::testing::TemporaryFolder;
using fabricmap::testing::write_bytes;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using testing::fat_tree;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Machine;
using testing::machine_of;
using ::testing::SizeIs;
using ::testing::StartsWith;

DeclaredTopology read(std::string_view text) {
    const TemporaryFolder folder;
    write_bytes(folder / "topology.conf", text);
    return read_slurm_topology(folder / "topology.conf");
}

/// The error without the folder before it.
std::string error_of(std::string_view text) {
    try {
        (void)read(text);
    } catch (const FileError& error) {
        const std::string line = error.what();
        return line.substr(line.rfind("/topology.conf:") + 1);
    }
    return "";
}

std::vector<std::vector<std::string>> leaves_of(const DeclaredTopology& declared) {
    std::vector<std::vector<std::string>> leaves;
    for (const DeclaredSwitch& one : declared.switches) {
        if (!one.nodes.empty()) leaves.push_back(one.nodes);
    }
    return leaves;
}

TEST(SlurmTopology, IsReadWithCommentsContinuedLinesAndKeysInAnyCase) {
    const DeclaredTopology declared = read(
        "# the machine\n"
        "SWITCHNAME=leaf0 nodes=node[0-1],\\\nnode2 # a comment\n\n"
        "SwitchName = leaf1 Nodes= \"node3\" LinkSpeed=100\r\n"
        "SwitchName=spine Switches=leaf[0-1]");
    ASSERT_THAT(declared.switches, SizeIs(3));
    EXPECT_EQ(declared.switches[0].name, "leaf0");
    EXPECT_THAT(declared.switches[0].nodes, ElementsAre("node0", "node1", "node2"));
    EXPECT_THAT(declared.switches[1].nodes, ElementsAre("node3"));
    EXPECT_THAT(declared.switches[2].switches, ElementsAre("leaf0", "leaf1"));
}

TEST(SlurmTopology, ThatIsMalformedIsRefusedWithItsLine) {
    const std::string leaf = "SwitchName=leaf0 Nodes=node[0-3]\n";
    EXPECT_THAT(error_of(""), StartsWith("topology.conf:1: the file declares no switch with nodes; add"));
    EXPECT_THAT(error_of("# nothing\n"), HasSubstr("no switch with nodes"));
    EXPECT_THAT(error_of("SwitchName=a Nodes=n1,n1"),
                StartsWith("topology.conf:1: node n1 is named twice; remove"));
    EXPECT_THAT(error_of(leaf + "SwitchName=leaf0 Nodes=x"),
                StartsWith("topology.conf:2: switch leaf0 is declared in line 1 already; remove"));
    EXPECT_THAT(error_of(leaf + "\nSwitchName=s Switches=leaf[0-1]"),
                StartsWith("topology.conf:3: switch leaf1 is below s, but nowhere declared; add"));
    EXPECT_THAT(error_of(leaf + "SwitchName=a Switches=b\nSwitchName=b Switches=a,leaf0"),
                StartsWith("topology.conf:2: switch a is below itself"));
    EXPECT_THAT(error_of(leaf + "SwitchName=a Switches=a"), HasSubstr("below itself"));
    EXPECT_THAT(error_of("SwitchName=a Nodes=node[0-3"),
                HasSubstr("1: Nodes=: host list 'node[0-3': a bracket"));
    EXPECT_THAT(error_of("SwitchName=a Nodes=n[0-99999999]"), HasSubstr("more than a million"));
    EXPECT_THAT(error_of("SwitchName=a Nodes=n[0-999999]\nSwitchName=b Nodes=m"),
                HasSubstr("2: the file names"));
    EXPECT_THAT(error_of("SwitchName=a"), HasSubstr("1: switch a has neither Nodes= nor Switches="));
    EXPECT_THAT(error_of("SwitchName=a Nodes=b Switches=c"), HasSubstr("has both Nodes= and Switches="));
    EXPECT_THAT(error_of("Nodes=b"), HasSubstr("1: a line without SwitchName="));
    EXPECT_THAT(error_of("SwitchName=a Nodes=b Colour=red"), HasSubstr("1: 'Colour' is not known"));
    EXPECT_THAT(error_of("SwitchName=a Nodes="), HasSubstr("'Nodes=' has no value"));
    EXPECT_THAT(error_of(std::string("SwitchName=a\0b", 14)), HasSubstr("not a text file"));
}

TEST(SlurmTopology, OfBlocksIsReadAsLeaves) {
    const DeclaredTopology declared =
        read("BlockName=b1 Nodes=node[0-3]\nBlockName=b2 Nodes=node[4-7]\nBlockSizes=4,8\n");
    EXPECT_THAT(leaves_of(declared), ElementsAre(ElementsAre("node0", "node1", "node2", "node3"), SizeIs(4)));
}

TEST(SlurmTopology, TakesIncludedFilesAtTheirPlace) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "parts");
    write_bytes(folder / "parts/racks.conf", "SwitchName=leaf0 Nodes=node[0-1]\nINCLUDE more.conf\n");
    write_bytes(folder / "parts/more.conf", "SwitchName=leaf1 Nodes=node[2-3]\n");
    write_bytes(folder / "topology.conf", "include parts/racks.conf\nSwitchName=top Switches=leaf[0-1]\n");
    const DeclaredTopology declared = read_slurm_topology(folder / "topology.conf");
    ASSERT_THAT(declared.switches, SizeIs(3));
    EXPECT_EQ(declared.switches[1].name, "leaf1");
    EXPECT_EQ(declared.switches[2].name, "top");
    write_bytes(folder / "parts/more.conf", "SwitchName=leaf1\n");
    EXPECT_THAT(
        fabricmap::testing::error_of<FileError>([&] { (void)read_slurm_topology(folder / "topology.conf"); }),
        HasSubstr("/parts/more.conf:1: switch leaf1 has neither"));
    write_bytes(folder / "parts/more.conf", "include racks.conf\n");
    EXPECT_THAT(
        fabricmap::testing::error_of<FileError>([&] { (void)read_slurm_topology(folder / "topology.conf"); }),
        HasSubstr("include each other in a circle"));
    EXPECT_THAT(error_of("\ninclude part_racks.conf\nSwitchName=top Switches=isw[1-3]"),
                StartsWith("topology.conf:2: include "));
}

TEST(SlurmTopology, ThatCannotBeReadIsNamed) {
    const TemporaryFolder folder;
    EXPECT_THROW((void)read_slurm_topology(folder.path()), FileError);
    EXPECT_THROW((void)read_slurm_topology(folder / "none"), FileError);
    EXPECT_THROW((void)read_slurm_topology("/dev/zero"), FileError);
}

TEST(SlurmTopology, IsReadBackWithTheSameLeavesAndPods) {
    const Machine machine = machine_of(fat_tree({8, 4}, 64), 0.03, 7);
    const Topology topology = find_topology(machine.delays.cast<float>());
    const auto names = machine.names();
    const std::string text = slurm_topology_of(topology, names);
    EXPECT_THAT(text, HasSubstr("SwitchName=leaf0 Nodes=node"));
    EXPECT_THAT(text, EndsWith("SwitchName=spine Switches=pod[0-1]\n"));
    const DeclaredTopology declared = read(text);
    const auto leaves = leaves_of(declared);
    ASSERT_EQ(leaves.size(), 8);
    for (std::size_t g = 0; g < leaves.size(); ++g) {
        std::vector<std::string> expected;
        for (const int host : topology.levels[0].groups[g]) {
            expected.push_back(names[static_cast<std::size_t>(host)]);
        }
        EXPECT_EQ(leaves[g], expected);
    }
    for (const DeclaredSwitch& pod : declared.switches) {
        if (pod.name.starts_with("pod")) {
            EXPECT_EQ(pod.switches.size(), 4);
        }
    }
    const TopologyCheck check = check_topology(declared, topology, names);
    EXPECT_TRUE(check.comparable);
    EXPECT_THAT(check.misplaced, IsEmpty());
    EXPECT_THAT(check.undeclared_hosts, IsEmpty());
    EXPECT_THAT(check.unmeasured_hosts, IsEmpty());
}

TEST(SlurmTopology, NamesNodesWithoutTheirDomain) {
    const std::string text = slurm_topology_of({}, {"cn00.site", "cn01.site"});
    EXPECT_THAT(text, HasSubstr("Nodes=cn[00-01]\n"));
}

TEST(SlurmTopology, OfAGridOrOfHostsAllAlikeIsOneSwitchAndStatesWhy) {
    const auto text_of = [](const Machine& machine) {
        return slurm_topology_of(find_topology(machine.delays.cast<float>()), machine.names());
    };
    const std::string text = text_of(machine_of(testing::torus({4, 4, 4}), 0.01, 1));
    EXPECT_THAT(text, HasSubstr("# The hosts form a torus of 4x4x4"));
    EXPECT_THAT(text, HasSubstr("\nSwitchName=leaf0 Nodes=node[000-063]\n"));
    EXPECT_THAT(text_of(machine_of(testing::one_switch(8), 0, 1)), HasSubstr("# All hosts are"));
    EXPECT_THAT(leaves_of(read(text)), SizeIs(1));
}

/// Leaves of these sizes in one tree, each with its hosts; what was found has all of them right.
struct Rack {
    Topology measured;
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> leaves;

    explicit Rack(const std::vector<int>& sizes) {
        measured.shape = Shape::hierarchy;
        measured.levels.emplace_back();
        for (const int size : sizes) {
            measured.levels[0].groups.emplace_back();
            leaves.emplace_back();
            for (int k = 0; k < size; ++k) {
                measured.levels[0].groups.back().push_back(static_cast<int>(names.size()));
                names.push_back(fmt::format("n{}", names.size()));
                leaves.back().push_back(names.back());
            }
        }
    }

    [[nodiscard]] DeclaredTopology declared() const {
        DeclaredTopology result;
        for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
            result.switches.push_back({fmt::format("leaf{}", leaf), leaves[leaf], {}});
        }
        return result;
    }

    [[nodiscard]] TopologyCheck check() const { return check_topology(declared(), measured, names); }
};

std::vector<std::string> hosts_of(const TopologyCheck& check) {
    std::vector<std::string> hosts;
    for (const Misplacement& misplacement : check.misplaced) hosts.push_back(misplacement.host);
    std::sort(hosts.begin(), hosts.end());
    return hosts;
}

TEST(SwappedHosts, AreExactlyThoseThatAreNamed) {
    const std::vector<std::vector<int>> all_sizes{{8, 8, 8}, {3, 3}, {8, 2, 5}, {16, 3, 3, 1}, {4, 8, 1}};
    for (const auto& sizes : all_sizes) {
        for (std::size_t a = 0; a < sizes.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                if (std::max(sizes[a], sizes[b]) < 3) continue;
                Rack rack(sizes);
                std::swap(rack.leaves[a].back(), rack.leaves[b].front());
                std::vector<std::string> swapped{rack.leaves[a].back(), rack.leaves[b].front()};
                std::sort(swapped.begin(), swapped.end());
                const TopologyCheck check = rack.check();
                EXPECT_EQ(hosts_of(check), swapped);
                for (const Misplacement& one : check.misplaced) {
                    const bool is_in_a = one.host == rack.leaves[a].back();
                    EXPECT_EQ(one.declared_switch, fmt::format("leaf{}", is_in_a ? a : b));
                    const std::size_t there = is_in_a ? b : a;
                    if (sizes[there] > 1) {
                        EXPECT_EQ(one.measured_switch, fmt::format("leaf{}", there));
                    }
                }
            }
        }
    }
}

TEST(SwappedHosts, OfLeavesOfTwoAreStillTwo) {
    Rack rack({2, 2, 2});
    std::swap(rack.leaves[0][0], rack.leaves[2][1]);
    EXPECT_THAT(rack.check().misplaced, SizeIs(2));
}

TEST(SwappedHosts, AreNamedFromMeasuredDelays) {
    for (unsigned seed = 0; seed < 30; ++seed) {
        const Machine machine = machine_of(fat_tree({8, 4}, 64), 0.03, seed);
        Rack rack({});
        rack.names = machine.names();
        rack.measured = find_topology(machine.delays.cast<float>());
        for (const auto& group : machine.groups_of(8)) {
            rack.leaves.emplace_back();
            for (const int host : group) {
                rack.leaves.back().push_back(rack.names[static_cast<std::size_t>(host)]);
            }
        }
        std::swap(rack.leaves[1][3], rack.leaves[6][2]);
        std::vector<std::string> swapped{rack.leaves[1][3], rack.leaves[6][2]};
        std::sort(swapped.begin(), swapped.end());
        EXPECT_EQ(hosts_of(rack.check()), swapped) << seed;
    }
}

TEST(SwappedHosts, AreNamedWhereOnlySomeHostsWereMeasured) {
    Rack rack({8, 8, 8});
    std::swap(rack.leaves[0][0], rack.leaves[1][0]);
    DeclaredTopology declared = rack.declared();
    declared.switches.push_back({"leaf3", {"m1", "m2"}, {}});
    declared.switches[2].nodes.emplace_back("m3");
    std::erase(declared.switches[0].nodes, "n5");
    const TopologyCheck check = check_topology(declared, rack.measured, rack.names);
    EXPECT_THAT(hosts_of(check), ElementsAre("n0", "n8"));
    EXPECT_THAT(check.undeclared_hosts, ElementsAre("n5"));
    EXPECT_THAT(check.unmeasured_hosts, ElementsAre("m3", "m1", "m2"));
}

TEST(LeavesThatDelaysDoNotDistinguish, AreNoMisplacement) {
    Rack rack({16, 16});
    for (std::size_t leaf : {0U, 0U}) {
        rack.leaves.emplace_back(rack.leaves[leaf].end() - 4, rack.leaves[leaf].end());
        rack.leaves[leaf].resize(rack.leaves[leaf].size() - 4);
    }
    EXPECT_THAT(rack.check().misplaced, IsEmpty());
}

TEST(GroupsWithinALeaf, AreNoMisplacement) {
    Rack rack({4, 4, 4, 4});
    for (const std::size_t leaf : {0U, 2U}) {
        rack.leaves[leaf].insert(rack.leaves[leaf].end(), rack.leaves[leaf + 1].begin(),
                                 rack.leaves[leaf + 1].end());
        rack.leaves[leaf + 1].clear();
    }
    EXPECT_THAT(rack.check().misplaced, IsEmpty());
}

TEST(AHostOnTwoLeaves, IsNoMisplacement) {
    Rack rack({8, 8, 8});
    rack.leaves[2].push_back("n3");
    EXPECT_THAT(rack.check().misplaced, IsEmpty());
    EXPECT_THAT(rack.check().undeclared_hosts, IsEmpty());
    std::swap(rack.leaves[0][1], rack.leaves[1][1]);
    EXPECT_THAT(rack.check().misplaced, SizeIs(2));
}

TEST(AHostThatNothingIsKnownOf, IsNoMisplacement) {
    Rack rack({8, 8});
    auto& groups = rack.measured.levels[0].groups;
    groups[0].erase(groups[0].begin() + 3);
    groups.insert(groups.begin() + 1, {3});
    EXPECT_THAT(rack.check().misplaced, IsEmpty());
}

TEST(ShapesWithoutGroups, AreNotCompared) {
    Rack rack({4, 4});
    rack.measured = Topology{};
    EXPECT_FALSE(rack.check().comparable);
    EXPECT_THAT(rack.check().misplaced, IsEmpty());
}

TEST(HostNames, MayHaveADomainThatTheFileHasNot) {
    Rack rack({4, 4});
    for (std::string& name : rack.names) name += ".cluster.example";
    EXPECT_THAT(rack.check().undeclared_hosts, IsEmpty());
    EXPECT_THAT(rack.check().unmeasured_hosts, IsEmpty());
}

DeclaredTopology read_yaml(std::string_view text) {
    const TemporaryFolder folder;
    write_bytes(folder / "topology.yaml", text);
    return read_slurm_topology(folder / "topology.yaml");
}

TEST(TopologyYaml, HasTheSwitchesOfTheClustersDefault) {
    const DeclaredTopology declared = read_yaml(
        "---\n- topology: blocks\n  block:\n    block_sizes: [2]\n    blocks:\n      - {block: b1, nodes: "
        "'n[1-2]'}\n"
        "- topology: tree\n  cluster_default: true\n  tree:\n    switches:\n"
        "      - switch: top\n        children: leaf[0-1]\n"
        "      - switch: leaf0\n        nodes: n[1-2]\n      - switch: leaf1\n        nodes: n3\n");
    ASSERT_THAT(declared.switches, SizeIs(3));
    EXPECT_EQ(declared.switches[0].name, "top");
    EXPECT_THAT(declared.switches[0].switches, ElementsAre("leaf0", "leaf1"));
    EXPECT_THAT(declared.switches[1].nodes, ElementsAre("n1", "n2"));
}

TEST(TopologyYaml, TakesBlocksForLeaves) {
    const DeclaredTopology declared = read_yaml(
        "- topology: blocks\n  block:\n    block_sizes: [2]\n    blocks:\n"
        "      - block: b1\n        nodes: n[1-2]\n      - block: b2\n        nodes: n[3-4]\n");
    ASSERT_THAT(declared.switches, SizeIs(2));
    EXPECT_THAT(declared.switches[1].nodes, ElementsAre("n3", "n4"));
}

TEST(TopologyYaml, IsRefusedWithTheLineAtWhichItIsWrong) {
    const auto error = [](std::string_view text) {
        return fabricmap::testing::error_of<FileError>([&] { (void)read_yaml(text); });
    };
    EXPECT_THAT(error("- topology: flat\n  flat: true\n"), HasSubstr("no topology with tree: or block:"));
    EXPECT_THAT(error("- topology: t\n  tree:\n    switches: [\n"), HasSubstr("topology.yaml:"));
    EXPECT_THAT(error("- topology: t\n  tree:\n    switches:\n      - switch: top\n        children: leaf0\n"
                      "      - switch: leaf1\n        nodes: n1\n"),
                HasSubstr("topology.yaml:4: switch leaf0 is below top"));
    const std::string tree = "- topology: t\n  tree:\n";
    for (const auto& [text, part] : std::vector<std::pair<std::string, std::string>>{
             {"", "topology.yaml:1: not a list of topologies; give '- topology: NAME'"},
             {"topology: t\ntree:\n", "topology.yaml:1: not a list of topologies"},
             {tree, "topology.yaml:1: there is no list of switches; give 'switches:' with '- switch: NAME'"},
             {"- topology: t\n  block: 7\n", "topology.yaml:1: there is no list of blocks"},
             {tree + "    switches:\n      switch: leaf0\n", "topology.yaml:1: there is no list of switches"},
             {tree + "    leaves: 4\n", "topology.yaml:1: there is no list of switches"},
             {tree + "    switches:\n      - leaf0\n", "topology.yaml:4: write it as '- switch: NAME'"},
             {tree + "    switches:\n      - switch: leaf0\n        nodes: [n1, n2]\n",
              "topology.yaml:4: nodes: give one text, as Slurm's host lists are"},
             {tree + "    switches:\n      - switch: leaf0\n        nodes:\n",
              "topology.yaml:4: nodes: give one text"},
         }) {
        EXPECT_THAT(error(text), HasSubstr(part)) << text;
    }
}

}  // namespace
}  // namespace fabricmap::diagnosis
