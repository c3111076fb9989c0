// SPDX-License-Identifier: Apache-2.0
// Networks in which short messages do not tell who sits below one switch, and long ones cross a slow uplink.
#include "diagnosis/reports/verdict_text.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/diagnosis/machines/loggp_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::LogGpMachine;
using testing::Message;

/// Hosts `first` to `last` of a leaf.
struct HiddenLeaf {
    int first;
    int last;

    [[nodiscard]] bool has(int host) const { return first <= host && host <= last; }
};

LogGpMachine without_near_and_far(int hosts) {
    LogGpMachine machine;
    machine.hosts = hosts;
    machine.hops = testing::one_switch();
    machine.noise = 0.05;
    return machine;
}

/// From 64K on it carries less in directions that are chosen.
void slow_down(LogGpMachine& machine, HiddenLeaf leaf, double factor, bool sends, bool receives) {
    machine.changes.emplace_back([=](const Message& message, double delay_s) {
        const bool leaves = leaf.has(message.sender) && !leaf.has(message.receiver);
        const bool enters = leaf.has(message.receiver) && !leaf.has(message.sender);
        const bool is_slow = message.bytes >= 65536 && ((leaves && sends) || (enters && receives));
        return is_slow ? factor * delay_s : delay_s;
    });
}

/// Leaves of so many hosts.
DeclaredTopology leaves_of(std::vector<int> sizes) {
    DeclaredTopology topology;
    DeclaredSwitch spine{"spine", {}, {}};
    int host = 0;
    for (const int size : sizes) {
        DeclaredSwitch leaf{fmt::format("leaf{}", topology.switches.size()), {}, {}};
        for (const int end = host + size; host < end; ++host)
            leaf.nodes.push_back(fmt::format("node{:03}", host));
        spine.switches.push_back(leaf.name);
        topology.switches.push_back(std::move(leaf));
    }
    topology.switches.push_back(std::move(spine));
    return topology;
}

Diagnosis judged(const LogGpMachine& machine, std::uint64_t seed,
                 std::optional<DeclaredTopology> declared = {}) {
    Request request;
    request.runs = testing::runs_of(measure(machine, seed).run());
    request.declared = std::move(declared);
    return testing::judge(std::move(request));
}

std::vector<std::string> named_in(const LogGpMachine& machine, std::uint64_t seed,
                                  std::optional<DeclaredTopology> declared = {}) {
    std::vector<std::string> sentences;
    for (const Finding& finding : judged(machine, seed, std::move(declared)).findings)
        sentences.push_back(fmt::format("{}, {}", part_of(finding), name_of(finding.side)));
    return sentences;
}

TEST(HiddenUplinks, AreNamedByWhoIsBelowThem) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        LogGpMachine small = without_near_and_far(12);
        slow_down(small, {6, 8}, 1.95, true, true);
        EXPECT_THAT(named_in(small, seed), ElementsAre("switch of node[006-008], both")) << seed;
        LogGpMachine large = without_near_and_far(48);
        slow_down(large, {12, 17}, 1.4, true, true);
        EXPECT_THAT(named_in(large, seed), ElementsAre("switch of node[012-017], both")) << seed;
    }
}

TEST(HiddenUplinks, AreNamedWithTheirSide) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        LogGpMachine machine = without_near_and_far(24);
        slow_down(machine, {4, 7}, 2, false, true);
        EXPECT_THAT(named_in(machine, seed), ElementsAre("switch of node[004-007], receiver")) << seed;
    }
}

TEST(HiddenUplinks, AreNotMadeOfHostsThatAreSlowThemselves) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        LogGpMachine machine = without_near_and_far(24);
        slow_down(machine, {4, 4}, 2, true, true);
        slow_down(machine, {9, 9}, 2, true, true);
        std::vector<std::string> named = named_in(machine, seed);
        std::sort(named.begin(), named.end());
        EXPECT_THAT(named, ElementsAre("node004, both", "node009, both")) << seed;
    }
}

TEST(HiddenUplinks, AreNotSeenWhereAllAreWell) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        EXPECT_THAT(named_in(without_near_and_far(12), seed), IsEmpty()) << seed;
        EXPECT_THAT(named_in(without_near_and_far(24), seed), IsEmpty()) << seed;
    }
}

/// At one length, where the hosts below it look like a level of their own.
LogGpMachine with_one_slow_leaf(int hosts, HiddenLeaf leaf, double factor) {
    LogGpMachine machine = without_near_and_far(hosts);
    machine.lengths = {65536};
    slow_down(machine, leaf, factor, true, true);
    return machine;
}

TEST(DeclaredUplinks, AreNamedWhereTheyLookLikeALevel) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        EXPECT_THAT(named_in(with_one_slow_leaf(12, {6, 8}, 1.95), seed, leaves_of({3, 3, 3, 3})),
                    ElementsAre("switch of node[006-008], both"))
            << seed;
        EXPECT_THAT(named_in(with_one_slow_leaf(24, {8, 11}, 1.5), seed, leaves_of({4, 4, 4, 4, 4, 4})),
                    ElementsAre("switch of node[008-011], both"))
            << seed;
    }
}

TEST(DeclaredUplinks, AreWellWhereTheTreeHasThatLevel) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const LogGpMachine machine = with_one_slow_leaf(12, {9, 11}, 1.95);
        EXPECT_THAT(named_in(machine, seed, leaves_of({9, 3})), IsEmpty()) << seed;
        LogGpMachine tree = without_near_and_far(32);
        tree.hops = testing::tree_of({8, 4});
        EXPECT_THAT(named_in(tree, seed, leaves_of({8, 8, 8, 8})), IsEmpty()) << seed;
        EXPECT_THAT(named_in(without_near_and_far(24), seed, leaves_of({8, 8, 8})), IsEmpty()) << seed;
    }
}

TEST(DeclaredUplinks, AreSaidNotToBeLookedAtWhereNothingIsDeclared) {
    const Diagnosis diagnosis = judged(with_one_slow_leaf(12, {6, 8}, 1.95), 1);
    EXPECT_THAT(diagnosis.findings, IsEmpty());
    EXPECT_THAT(detectable_text(diagnosis),
                HasSubstr("which of two switches has a slow uplink (--topology)"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
