// SPDX-License-Identifier: Apache-2.0
// Dragonflies of the lab's model, one fault each.
#include "tests/diagnosis/judging.hpp"
#include "tests/diagnosis/machines/loggp_machine.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::found_in;
using testing::LogGpMachine;

Diagnosis explained_dragonfly(const std::string& fault, const std::string& groups = "groups=4,chassis=1") {
    Request request;
    request.runs = testing::runs_of(testing::fabric(fmt::format(
        "dragonfly,{},routers=4,hosts-per-router=4;latency,base=1us,hop=150ns,global=600ns;noise,2%;"
        "sweep,lengths=0,4K,64K,1M{}",
        groups, fault)));
    Diagnosis diagnosis = testing::judge(std::move(request));
    std::erase_if(diagnosis.findings, [](const Finding& finding) { return !is_fault(finding.kind); });
    return diagnosis;
}

TEST(ExplainedDragonflies, HaveASlowRouter) {
    for (const double factor : {1.15, 1.5, 3.0}) {
        EXPECT_THAT(
            found_in(explained_dragonfly(fmt::format(";fault,slow-switch,switch=3,factor={}", factor))),
            ElementsAre("slow_switch of switch of node[12-15], both"))
            << factor;
    }
}

/// It carries the messages between its two routers, and of each of them to and from another group.
TEST(ExplainedDragonflies, HaveASlowCable) {
    for (const double factor : {1.15, 1.5, 3.0, 5.0}) {
        const Diagnosis diagnosis =
            explained_dragonfly(fmt::format(";fault,slow-cable,between=4,12,factor={}", factor));
        ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_switch of node[04-07] <-> node[12-15], both"));
        EXPECT_NEAR(diagnosis.findings.front().effect->factor, factor, 0.05 * factor);
        const std::vector<Note>& notes = diagnosis.findings.front().evidence.notes;
        EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [](const Note& note) {
            return note.text().find("over this cable") != std::string::npos;
        }));
    }
}

/// Its part of each path differs: routers of the other chassis have it behind or before another one.
TEST(ExplainedDragonflies, HaveASlowCableInAChassis) {
    for (const std::string groups : {"groups=2,chassis=2", "groups=4,chassis=2"}) {
        const Diagnosis diagnosis = explained_dragonfly(";fault,slow-cable,between=4,12,factor=3", groups);
        ASSERT_THAT(
            found_in(diagnosis),
            ElementsAre(::testing::MatchesRegex("slow_switch of node.0?04-0?07. <-> node.0?12-0?15., both")))
            << groups;
        EXPECT_NEAR(diagnosis.findings.front().effect->factor, 3, 0.1) << groups;
    }
}

TEST(ExplainedDragonflies, HaveNoFault) {
    for (const std::string groups : {"groups=4,chassis=1", "groups=2,chassis=2", "groups=4,chassis=2"})
        EXPECT_THAT(explained_dragonfly("", groups).findings, ::testing::IsEmpty()) << groups;
}

/// Three groups of four routers with four hosts each: two routers of a group have a cable to another one.
LogGpMachine dragonfly_of_three(double factor_of_second_router) {
    LogGpMachine machine;
    machine.hosts = 48;
    machine.hops = [](int one, int other) {
        const auto group = [](int host) { return host / 16; };
        const auto router = [](int host) { return host / 4 % 4; };
        const auto gateway = [](int from, int to) { return (to - from + 2) % 3; };
        if (group(one) == group(other)) return router(one) == router(other) ? 1 : 3;
        const bool is_before = router(one) != gateway(group(one), group(other));
        const bool is_behind = router(other) != gateway(group(other), group(one));
        return 10 + 2 * (is_before ? 1 : 0) + 2 * (is_behind ? 1 : 0);
    };
    machine.changes.emplace_back([=](const testing::Message& message, double delay_s) {
        const bool crosses = (message.sender / 4 == 1) != (message.receiver / 4 == 1);
        return crosses ? factor_of_second_router * delay_s : delay_s;
    });
    return machine;
}

std::vector<std::string> faults_of_dragonfly(const LogGpMachine& machine) {
    Request request;
    request.runs = testing::runs_of(measure(machine, 5).run());
    Diagnosis diagnosis = testing::judge(std::move(request));
    std::erase_if(diagnosis.findings, [](const Finding& finding) { return !is_fault(finding.kind); });
    return found_in(diagnosis);
}

TEST(ExplainedDragonflies, OfThreeGroupsHaveASlowRouterAlone) {
    for (const double factor : {1.15, 1.5}) {
        EXPECT_THAT(faults_of_dragonfly(dragonfly_of_three(factor)),
                    ElementsAre("slow_switch of switch of node[004-007], both"))
            << factor;
    }
    EXPECT_THAT(faults_of_dragonfly(dragonfly_of_three(1)), ::testing::IsEmpty());
}

}  // namespace
}  // namespace fabricmap::diagnosis
