// SPDX-License-Identifier: Apache-2.0
#include "site/slurm/draining.hpp"

#include "tests/site/kept_checks.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::site {
namespace {

using testing::check_with;
using ::testing::ElementsAre;
using testing::faulty_host;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string earlier = "2026-01-02T03-04-05Z_0001";
const std::string later = "2026-01-03T03-04-05Z_0002";

SlurmNodes slurm_of(const std::string& shown) {
    const testing::TemporaryFolder folder;
    testing::write_bytes(folder / "show", shown);
    return slurm_nodes_in(folder / "show");
}

std::vector<std::string> nodes_of(const NodePlan& plan) {
    std::vector<std::string> nodes;
    for (const NodeChange& change : plan.changes) nodes.push_back(change.node);
    return nodes;
}

// As scontrol of Slurm 22.05 has printed it.
TEST(SlurmNodes, AreReadWithTheFirstReasonAlone) {
    const SlurmNodes slurm = slurm_of(
        "NodeName=cn0 Arch=x86_64 CoresPerSocket=1 \n   NodeAddr=127.0.1.1 NodeHostName=node0 Port=61902\n"
        "   OS=Linux 6.18.44 #1 SMP @0 \n   State=IDLE+DRAIN ThreadsPerCore=1 TmpDisk=0 Weight=1\n"
        "   Reason=bad memory [root@2026-11-30T02:08:53]\n          Reason=fabricmap: x\n"
        "   Comment=hello State=DOWN\n\n"
        "NodeName=cn1 Arch=x86_64\n   State=IDLE ThreadsPerCore=1\n   Comment=Reason=fabricmap:\n\n");
    ASSERT_EQ(slurm.nodes.size(), 2U);
    EXPECT_EQ(slurm.nodes[0].state, "IDLE+DRAIN");
    EXPECT_TRUE(slurm.nodes[0].is_drained());
    EXPECT_FALSE(slurm.nodes[0].is_drained_by_us());
    EXPECT_EQ(slurm.nodes[1].reason, "");
    EXPECT_EQ(slurm.names.node_of("node0.cluster"), "cn0");
}

TEST(Draining, TakesTheSlowestFirstAndNoMoreThanAllowed) {
    const CheckRecord check = check_with(earlier, {faulty_host("n1", 2),
                                                   {"n2", HostVerdict::healthy},
                                                   faulty_host("n3", 9),
                                                   {"n4", HostVerdict::involved},
                                                   faulty_host("n5", not_known),
                                                   faulty_host("n6", 3)});
    const NodePlan plan = plan_drain(check, {}, {}, 3);
    EXPECT_THAT(nodes_of(plan), ElementsAre("n5", "n3", "n6"));
    EXPECT_THAT(plan.left, ElementsAre(HasSubstr("n1: more than the 3")));
    EXPECT_THAT(nodes_of(plan_drain(check, {}, {}, 0)), IsEmpty());
}

TEST(Draining, SaysWhatWasFoundAndWhereAndNothingThatAShellReads) {
    const NodePlan plan = plan_drain(check_with(earlier, {faulty_host("n1", 2)}), {}, {}, 1);
    EXPECT_EQ(
        plan.changes.at(0).line(),
        "scontrol update nodename=n1 state=drain reason=\"fabricmap: receives slowly (12.4 of 126 MB s) x "
        "[check " +
            earlier + "]\"\n");
    const NodePlan strange = plan_drain(check_with(earlier, {faulty_host("$(reboot)", 2)}), {}, {}, 1);
    EXPECT_THAT(strange.changes, IsEmpty());
    EXPECT_THAT(plan_drain(check_with(earlier, {faulty_host("ALL", 2)}), {}, {}, 1).changes, IsEmpty());
}

TEST(Draining, CountsWhatIsDrainedByUsAlready) {
    KnownNodes known;
    known.slurm = slurm_of(
        "NodeName=n0 \n State=IDLE+DRAIN \n Reason=fabricmap: x [check a] [root@1]\n\n"
        "NodeName=n1 \n State=IDLE+DRAIN \n Reason=disk [root@1]\n\n"
        "NodeName=n2 \n State=IDLE \n\nNodeName=n3 \n State=IDLE \n\n");
    known.names = known.slurm->names;
    const CheckRecord check = check_with(earlier, {faulty_host("n1", 9), faulty_host("n2", 2),
                                                   faulty_host("n3", 3), faulty_host("elsewhere", 9)});
    const NodePlan plan = plan_drain(check, {}, known, 2);
    EXPECT_THAT(nodes_of(plan), ElementsAre("n3"));
    EXPECT_THAT(plan.left,
                ElementsAre(HasSubstr("n1: others gave it a reason: disk"),
                            HasSubstr("elsewhere: Slurm has no node"), HasSubstr("n2: more than")));
}

TEST(Draining, LeavesWhatALaterCheckMeasuredHealthy) {
    const CheckRecord check = check_with(earlier, {faulty_host("n1", 9), faulty_host("n2", 2)});
    const StoredStates states{{"n1", {"healthy", "", later, ""}}, {"n2", {"suspect", "", later, ""}}};
    EXPECT_THAT(nodes_of(plan_drain(check, states, {}, 2)), ElementsAre("n2"));
}

TEST(Releasing, NeedsOurReasonAndALaterHealthyCheck) {
    const auto node_with = [](const std::string& state, const std::string& reason) {
        KnownNodes known;
        known.slurm = slurm_of("NodeName=cn1 \n NodeAddr=10.0.0.1 NodeHostName=n1 \n State=" + state +
                               " \n Reason=" + reason + " [root@1]\n\n");
        known.names = known.slurm->names;
        return known;
    };
    const std::string ours = "fabricmap: slow [check " + earlier + "]";
    const auto released = [&](const KnownNodes& known, const StoredState& state) {
        return nodes_of(plan_release({{"n1", state}}, known));
    };
    EXPECT_THAT(released(node_with("IDLE+DRAIN", ours), {"healthy", "", later, ""}), ElementsAre("cn1"));
    EXPECT_THAT(released(node_with("IDLE+DRAIN", ours), {"healthy", "", earlier, ""}), IsEmpty());
    EXPECT_THAT(released(node_with("IDLE+DRAIN", ours), {"undecided", "", later, ""}), IsEmpty());
    EXPECT_THAT(released(node_with("IDLE+DRAIN", "disk"), {"healthy", "", later, ""}), IsEmpty());
    EXPECT_THAT(released(node_with("IDLE+DRAIN", "fabricmap: slow"), {"healthy", "", later, ""}), IsEmpty());
    EXPECT_THAT(released(node_with("DOWN+DRAIN", ours), {"healthy", "", later, ""}), IsEmpty());
    EXPECT_THAT(nodes_of(plan_release({{"n2", {"healthy", "", later, ""}}}, node_with("IDLE+DRAIN", ours))),
                IsEmpty());
}

}  // namespace
}  // namespace fabricmap::site
