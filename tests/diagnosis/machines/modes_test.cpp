// SPDX-License-Identifier: Apache-2.0
// What is said of healthy machines, and of a slow host, in modes other than one_to_one.
#include "base/errors.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/diagnosis/machines/faulty_machines.hpp"
#include "tests/diagnosis/machines/healthy_machines.hpp"

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::found_in;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::judge;
using testing::LogGpMachine;
using testing::runs_of;

LogGpMachine healthy_machine(std::string_view name, std::uint64_t seed) {
    const auto& all = testing::healthy_machines();
    return std::find_if(all.begin(), all.end(),
                        [&](const testing::HealthyMachine& kind) { return kind.name == name; })
        ->make(seed);
}

Diagnosis judged_in(Mode mode, LogGpMachine machine, std::uint64_t seed = 1) {
    machine.mode = mode;
    return judge(runs_of(measure(machine, seed).run()));
}

class Modes : public ::testing::TestWithParam<Mode> {};

TEST_P(Modes, AccuseNoPartOfAHealthyMachine) {
    for (const std::string_view name :
         {"fat tree 8x8", "one switch, 4 hosts", "one switch, 8 hosts", "torus 4x4x4", "2 ranks a host",
          "0 and 64K, 2 % spikes", "25 % hosts of half the bandwidth", "2 % of routes 1.3"}) {
        const Diagnosis diagnosis = judged_in(GetParam(), healthy_machine(name, 1));
        EXPECT_EQ(diagnosis.fault_count(), 0) << name << ::testing::PrintToString(found_in(diagnosis));
    }
}

INSTANTIATE_TEST_SUITE_P(Of, Modes, ::testing::ValuesIn(all_modes),
                         [](const auto& info) { return std::string(name_of(info.param)); });

/// But in all_to_all, where the model's ports serve a slow host as fast as others, which hides it.
TEST(ASlowHost, IsNamedInEveryOtherMode) {
    const auto& all = testing::faulty_machines();
    const auto faulty = std::find_if(all.begin(), all.end(), [](const testing::FaultyMachine& machine) {
        return machine.name == "tree: host";
    });
    for (const Mode mode : all_modes) {
        if (mode == Mode::all_to_all) continue;
        EXPECT_THAT(found_in(judged_in(mode, with_fault(*faulty, 3))),
                    ElementsAre(HasSubstr("slow_node of node005")))
            << name_of(mode);
    }
}

LogGpMachine tree() {
    LogGpMachine machine;
    machine.hops = testing::tree_of({8, 8});
    return machine;
}

TEST(NoiseBesideEachPair, IsNoFaultOfItsLink) {
    for (const Mode mode : {Mode::test_noise, Mode::test_noise_blocking}) {
        const Diagnosis diagnosis = judged_in(mode, tree());
        EXPECT_THAT(found_in(diagnosis), IsEmpty());
        EXPECT_THAT(testing::reason_against(diagnosis, "slow links"), HasSubstr("other noisy ranks"));
    }
}

TEST(NoiseOfNoRanks, LeavesLinksToBeJudged) {
    LogGpMachine machine = tree();
    machine.changes.push_back([](const testing::Message& message, double delay_s) {
        return message.sender == 5 && message.receiver == 40 ? 3 * delay_s : delay_s;
    });
    testing::HeldRun run = measure(machine, 1);
    run.description.mode = Mode::test_noise_blocking;
    run.description.noise = NoiseParameters{};
    EXPECT_THAT(found_in(judge(runs_of(run.run()))),
                ElementsAre("slow_link of link node005 -> node040, sender"));
}

TEST(Broadcast, OfEmptyMessagesIsNotJudged) {
    LogGpMachine machine = tree();
    machine.lengths = {0, 65536};
    const Diagnosis diagnosis = judged_in(Mode::bcast, machine);
    EXPECT_THAT(found_in(diagnosis), IsEmpty());
    EXPECT_THAT(diagnosis.lengths, ElementsAre(65536));
    EXPECT_THAT(testing::reason_against(diagnosis, "empty messages"), HasSubstr("sends nothing"));
}

TEST(Broadcast, OfEmptyMessagesAloneIsRefused) {
    LogGpMachine machine = tree();
    machine.lengths = {0};
    EXPECT_THROW(static_cast<void>(judged_in(Mode::bcast, machine)), FileError);
}

TEST(Broadcast, OverManyHostsThatAreSlowAlikeShowsAKind) {
    const Diagnosis diagnosis =
        judged_in(Mode::bcast, healthy_machine("25 % hosts of half the bandwidth", 1));
    ASSERT_EQ(diagnosis.findings.size(), 1U) << ::testing::PrintToString(found_in(diagnosis));
    EXPECT_EQ(diagnosis.findings.front().kind, FindingKind::mixed_hosts);
    EXPECT_EQ(hosts_of(diagnosis.findings.front().part).size(), 16U);
}

}  // namespace
}  // namespace fabricmap::diagnosis
