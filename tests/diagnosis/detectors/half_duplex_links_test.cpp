// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/diagnosis/machines/loggp_machine.hpp"

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::fabric;
using testing::found_in;
using ::testing::HasSubstr;
using testing::HeldRun;
using ::testing::IsEmpty;
using testing::judge;
using testing::reason_against;
using testing::runs_of;

const std::string duplex_tree = "fat-tree,hosts=32,leaf=8,ranks-per-host=2;noise,2%";
const std::string both_ways = ";sweep,type=async_one_to_one,seed=7";

Diagnosis judge_both(const std::string& fault) {
    return judge(runs_of(fabric(duplex_tree + fault), fabric(duplex_tree + fault + both_ways)));
}

TEST(HalfDuplex, LinkIsReported) {
    const Diagnosis diagnosis = judge_both(";fault,half-duplex,between=4,25");
    ASSERT_THAT(found_in(diagnosis), ElementsAre("half_duplex_link of link node04 <-> node25, both"));
    EXPECT_GT(diagnosis.findings.front().effect->factor, 1.5);
    EXPECT_LE(diagnosis.findings.front().effect->factor, 2.05);
}

TEST(HalfDuplex, HostIsReportedInsteadOfAllItsPaths) {
    EXPECT_THAT(found_in(judge_both(";fault,half-duplex,host=9")),
                ElementsAre("half_duplex_link of node09, both"));
}

TEST(HalfDuplex, HostDoesNotHideALinkElsewhere) {
    EXPECT_THAT(found_in(judge_both(";fault,half-duplex,host=9;fault,half-duplex,between=4,25")),
                ::testing::UnorderedElementsAre("half_duplex_link of node09, both",
                                                "half_duplex_link of link node04 <-> node25, both"));
}

TEST(HalfDuplex, MachineIsNoFault) {
    HeldRun slower{fabric(duplex_tree + both_ways)};
    slower.alter([&](std::size_t k, Eigen::Index, Eigen::Index, double& delay) {
        if (slower.description.message_lengths[k] >= 64 << 10) delay *= 1.9;
    });
    const Diagnosis diagnosis = judge(runs_of(fabric(duplex_tree), slower.run()));
    EXPECT_THAT(found_in(diagnosis), IsEmpty());
    EXPECT_THAT(reason_against(diagnosis, "half-duplex links"), HasSubstr("all pairs"));
}

TEST(HalfDuplex, IsReportedByTheOrderOfNeitherRun) {
    const std::string fault = ";fault,half-duplex,between=4,25";
    EXPECT_THAT(
        found_in(judge(runs_of(fabric(duplex_tree + fault + both_ways), fabric(duplex_tree + fault)))),
        ElementsAre("half_duplex_link of link node04 <-> node25, both"));
}

// What other traffic did while both sides sent would look the same.
TEST(HalfDuplex, IsASuspectWhereTheRunOfBothWaysIsUnconfirmed) {
    const std::string fault = ";fault,half-duplex,between=4,25";
    const auto unconfirmed = [](std::size_t, Eigen::Index, Eigen::Index, double& bits) { bits = 8 - 128; };
    HeldRun doubted{fabric(duplex_tree + fault + both_ways)};
    doubted.alter_quality(unconfirmed);
    const Diagnosis diagnosis = judge(runs_of(fabric(duplex_tree + fault), doubted.run()));
    EXPECT_THAT(found_in(diagnosis), IsEmpty());
    ASSERT_EQ(diagnosis.suspects.size(), 1U);
    EXPECT_EQ(diagnosis.suspects.front().doubt, Doubt::unconfirmed_both_ways);

    HeldRun one_way{fabric(duplex_tree + fault)};
    one_way.alter_quality(unconfirmed);
    EXPECT_THAT(found_in(judge(runs_of(one_way.run(), fabric(duplex_tree + fault + both_ways)))),
                ElementsAre("half_duplex_link of link node04 <-> node25, both"));
}

TEST(HalfDuplex, NeedsBothRunsAndLongMessages) {
    EXPECT_THAT(reason_against(judge(duplex_tree), "half-duplex links"), HasSubstr("async_one_to_one"));
    EXPECT_THAT(reason_against(judge(duplex_tree + both_ways), "half-duplex links"),
                HasSubstr("needs a one_to_one and an async_one_to_one run"));
    EXPECT_THAT(
        reason_against(judge(runs_of(fabric(duplex_tree + ";sweep,lengths=pow2:1:1K"),
                                     fabric(duplex_tree + ";sweep,type=async_one_to_one,lengths=pow2:1:1K"))),
                       "half-duplex links"),
        HasSubstr("64K"));
}

/// What is reported of a tree of 8 leaves of 8 hosts whose long messages between some hosts take a factor
/// longer when both sides send.
template <typename Passes>
std::vector<std::string> found_in_tree_with(double factor, const Passes& passes) {
    testing::LogGpMachine machine;
    machine.hops = testing::tree_of({8, 8});
    const HeldRun one_way = measure(machine, 1);
    machine.changes.push_back([&](const testing::Message& message, double delay_s) {
        const bool is_slow = message.bytes >= 16384 && passes(message.sender, message.receiver);
        return is_slow ? factor * delay_s : delay_s;
    });
    HeldRun both = measure(machine, 2);
    both.description.mode = Mode::async_one_to_one;
    return found_in(judge(runs_of(one_way.run("one way"), both.run("both ways"))));
}

TEST(HalfDuplex, IsReportedFromAFactorOfOneAndAHalfOn) {
    for (const double factor : {1.5, 1.6, 2.0}) {
        EXPECT_THAT(found_in_tree_with(factor, [](int one, int other) { return one == 9 || other == 9; }),
                    ElementsAre("half_duplex_link of node009, both"))
            << factor;
    }
    EXPECT_THAT(found_in_tree_with(
                    1.6, [](int one, int other) { return std::min(one, other) == 9 && one + other == 49; }),
                ElementsAre("half_duplex_link of link node009 <-> node040, both"));
}

TEST(HalfDuplex, UplinkIsReportedInsteadOfItsHosts) {
    for (const double factor : {1.5, 1.6, 2.0}) {
        EXPECT_THAT(
            found_in_tree_with(factor, [](int one, int other) { return (one / 8 == 2) != (other / 8 == 2); }),
            ElementsAre("half_duplex_link of switch of node[016-023], both"))
            << factor;
    }
}

}  // namespace
}  // namespace fabricmap::diagnosis
