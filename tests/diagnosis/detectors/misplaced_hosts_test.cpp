// SPDX-License-Identifier: Apache-2.0
#include "base/mixing.hpp"
#include "diagnosis/model/verdict.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/diagnosis/machines/loggp_machine.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

using testing::fabric;
using testing::found_in;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::judge;
using testing::reason_against;
using testing::runs_of;

/// Four leaves of eight hosts each.
DeclaredTopology declared() {
    DeclaredTopology topology;
    DeclaredSwitch spine{"spine", {}, {}};
    for (int leaf = 0; leaf < 4; ++leaf) {
        DeclaredSwitch below{fmt::format("leaf{}", leaf), {}, {}};
        for (int host = 8 * leaf; host < 8 * leaf + 8; ++host)
            below.nodes.push_back(fmt::format("node{:02}", host));
        spine.switches.push_back(below.name);
        topology.switches.push_back(std::move(below));
    }
    topology.switches.push_back(std::move(spine));
    return topology;
}

Diagnosis judge_against(DeclaredTopology topology, const std::string& statements) {
    Request request;
    request.runs = runs_of(fabric(statements));
    request.declared = std::move(topology);
    return judge(std::move(request));
}

const std::string declared_tree = "fat-tree,hosts=32,leaf=8;noise,3%";

TEST(MisplacedHosts, AreNoneWhereTheFileIsRight) {
    EXPECT_THAT(found_in(judge_against(declared(), declared_tree)), IsEmpty());
}

TEST(MisplacedHosts, AreTheTwoThatWereSwapped) {
    DeclaredTopology topology = declared();
    std::swap(topology.switches[0].nodes[3], topology.switches[2].nodes[5]);
    const Diagnosis diagnosis = judge_against(topology, declared_tree);
    ASSERT_THAT(found_in(diagnosis), ::testing::UnorderedElementsAre("topology_mismatch of node03, both",
                                                                     "topology_mismatch of node21, both"));
    EXPECT_EQ(diagnosis.fault_count(), 2);
    for (const Finding& finding : diagnosis.findings) {
        const bool first = hosts_of(finding.part).front() == "node03";
        EXPECT_THAT(finding.evidence.notes.front().text(),
                    ::testing::AllOf(HasSubstr(first ? "Declared on leaf2" : "Declared on leaf0"),
                                     HasSubstr(first ? "hosts of leaf0" : "hosts of leaf2")));
    }
}

TEST(MisplacedHosts, AreNotSoughtByAFileOfOtherHosts) {
    DeclaredTopology others;
    others.path = "site.conf";
    others.switches.push_back({"s0", {"q1-dy-c1-1", "q1-dy-c1-2"}, {}});
    const Diagnosis diagnosis = judge_against(others, declared_tree);
    EXPECT_THAT(found_in(diagnosis), IsEmpty());
    EXPECT_THAT(reason_against(diagnosis, "misplaced hosts"),
                HasSubstr("site.conf declares none of the run's hosts: it has q1-dy-c1-1, the run node"));
    EXPECT_THAT(open_points_of(diagnosis), ::testing::ElementsAre(OpenPoint::other_topology));
    EXPECT_THAT(open_points_text(diagnosis),
                HasSubstr("site.conf declares none of the run's hosts: it has q1-dy-c1-1, the run node"));
}

TEST(MisplacedHosts, AreSoughtByAFileThatDeclaresSomeOfTheHosts) {
    DeclaredTopology some = declared();
    some.switches.erase(some.switches.begin() + 1, some.switches.begin() + 3);
    EXPECT_EQ(verdict_of(judge_against(some, declared_tree)), Verdict::healthy);
}

/// Four leaves of eight hosts whose samples have heavy tails.
testing::LogGpMachine noisy_tree() {
    testing::LogGpMachine machine;
    machine.hosts = 32;
    machine.hops = testing::tree_of({8, 4});
    machine.lengths = {0, 1024, 65536};
    machine.noise = 0.05;
    machine.spikes = 0.1;
    return machine;
}

/// Of one whose hosts are called as the generator calls them.
DeclaredTopology declared_with_longer_names() {
    DeclaredTopology topology = declared();
    for (DeclaredSwitch& one : topology.switches) {
        for (std::string& node : one.nodes) node = fmt::format("node0{}", node.substr(4));
    }
    return topology;
}

std::vector<Finding> mismatches_of(const testing::LogGpMachine& machine, std::uint64_t seed) {
    Request request;
    request.runs = runs_of(measure(machine, seed).run());
    request.declared = declared_with_longer_names();
    std::vector<Finding> mismatches = judge(std::move(request)).findings;
    std::erase_if(mismatches,
                  [](const Finding& finding) { return finding.kind != FindingKind::topology_mismatch; });
    return mismatches;
}

TEST(MisplacedHosts, AreNoneWhereTailsAreHeavy) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed)
        EXPECT_THAT(mismatches_of(noisy_tree(), seed), IsEmpty()) << seed;
}

TEST(MisplacedHosts, AreNotLookedForInASampleOfPairs) {
    testing::LogGpMachine machine = noisy_tree();
    machine.changes.push_back([](const testing::Message& message, double delay_s) {
        const auto low = static_cast<std::uint64_t>(std::min(message.sender, message.receiver));
        const auto high = static_cast<std::uint64_t>(std::max(message.sender, message.receiver));
        return mix(low, high) % 4 == 0 ? delay_s : std::numeric_limits<double>::quiet_NaN();
    });
    Request request;
    request.runs = runs_of(measure(machine, 1).run());
    request.declared = declared_with_longer_names();
    const Diagnosis diagnosis = judge(std::move(request));
    EXPECT_EQ(diagnosis.fault_count(), 0);
    EXPECT_THAT(reason_against(diagnosis, "misplaced hosts"), HasSubstr("too few for the topology"));
}

TEST(MisplacedHosts, AreNotLookedForWithoutADeclarationOrWithoutGroups) {
    const std::string what = "misplaced hosts";
    EXPECT_THAT(reason_against(judge(declared_tree), what), HasSubstr("--topology"));
    DeclaredTopology one_leaf;
    one_leaf.switches.push_back({"leaf", {"node0", "node1"}, {}});
    EXPECT_THAT(reason_against(judge_against(one_leaf, "host,hosts=8;noise,2%"), what),
                HasSubstr("no groups"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
