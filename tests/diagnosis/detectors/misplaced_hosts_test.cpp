// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/judging.hpp"

#include <utility>

namespace fabricmap::diagnosis {
namespace {

using testing::fabric;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::judge;
using testing::reason_against;
using testing::runs_of;
using testing::told;

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
    EXPECT_THAT(told(judge_against(declared(), declared_tree)), IsEmpty());
}

TEST(MisplacedHosts, AreTheTwoThatWereSwapped) {
    DeclaredTopology topology = declared();
    std::swap(topology.switches[0].nodes[3], topology.switches[2].nodes[5]);
    const Diagnosis diagnosis = judge_against(topology, declared_tree);
    ASSERT_THAT(told(diagnosis), ::testing::UnorderedElementsAre("topology_mismatch of node03, both",
                                                                 "topology_mismatch of node21, both"));
    EXPECT_EQ(diagnosis.fault_count(), 2);
    for (const Finding& finding : diagnosis.findings) {
        const bool first = hosts_of(finding.part).front() == "node03";
        EXPECT_THAT(finding.evidence.notes.front(),
                    ::testing::AllOf(HasSubstr(first ? "Declared on leaf2" : "Declared on leaf0"),
                                     HasSubstr(first ? "hosts of leaf0" : "hosts of leaf2")));
    }
}

TEST(MisplacedHosts, AreNotLookedForWithoutADeclarationOrWithoutGroups) {
    const std::string what = "hosts that sit elsewhere than declared";
    EXPECT_THAT(reason_against(judge(declared_tree), what), HasSubstr("--topology"));
    EXPECT_THAT(reason_against(judge_against(declared(), "host,hosts=8;noise,2%"), what),
                HasSubstr("no groups"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
