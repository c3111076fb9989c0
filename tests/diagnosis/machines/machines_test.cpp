// SPDX-License-Identifier: Apache-2.0
#include "base/mixing.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/structure/declared_kinds.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/diagnosis/machines/faulty_machines.hpp"
#include "tests/diagnosis/machines/healthy_machines.hpp"
#include "tests/temporary_folder.hpp"

#include <algorithm>
#include <cctype>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::found_in;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::judge;
using testing::LogGpMachine;
using testing::measure;
using testing::runs_of;

class HealthyMachines : public ::testing::TestWithParam<testing::HealthyMachine> {};

TEST_P(HealthyMachines, HaveNoFaultsAndAreReportedWhereTheyAreNotAlike) {
    constexpr std::uint64_t seed = 21;
    const Diagnosis diagnosis = judge(runs_of(measure(GetParam().make(seed), seed).run()));
    EXPECT_EQ(diagnosis.fault_count(), 0) << ::testing::PrintToString(found_in(diagnosis));
    std::string structure;
    for (const Finding& finding : diagnosis.findings) structure += name_of(finding.kind);
    EXPECT_EQ(structure, GetParam().structure);
}

template <typename Machine>
std::string name_of_case(const ::testing::TestParamInfo<Machine>& info) {
    std::string name(info.param.name);
    for (char& letter : name) letter = std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
    return name;
}

INSTANTIATE_TEST_SUITE_P(Of, HealthyMachines, ::testing::ValuesIn(testing::healthy_machines()),
                         name_of_case<testing::HealthyMachine>);

class FaultyMachines : public ::testing::TestWithParam<testing::FaultyMachine> {};

TEST_P(FaultyMachines, HaveTheirPartNamedWithItsSideAndNothingElse) {
    constexpr std::uint64_t seed = 21;
    constexpr double factor = 1.5;
    const Diagnosis diagnosis = judge(runs_of(measure(with_fault(GetParam(), factor), seed).run()));
    ASSERT_EQ(diagnosis.findings.size(), 1U) << ::testing::PrintToString(found_in(diagnosis));
    const Finding& finding = diagnosis.findings.front();
    EXPECT_EQ(type_name_of(finding.part), GetParam().part);
    EXPECT_THAT(hosts_of(finding.part), ::testing::UnorderedElementsAreArray(GetParam().hosts));
    EXPECT_EQ(finding.side, GetParam().side);
    EXPECT_NEAR(finding.effect->factor, factor, 0.05 * factor);
}

INSTANTIATE_TEST_SUITE_P(Of, FaultyMachines, ::testing::ValuesIn(testing::faulty_machines()),
                         name_of_case<testing::FaultyMachine>);

LogGpMachine tree_with(std::function<double(const testing::Message&, double)> change) {
    LogGpMachine machine;
    machine.hops = testing::tree_of({8, 8});
    machine.changes.push_back(std::move(change));
    return machine;
}

Diagnosis judged(const LogGpMachine& machine) {
    return judge(runs_of(measure(machine, 3).run()));
}

bool is_of_older_kind(int host) {
    return host % 4 == 0;
}

const testing::FaultyMachine& faulty_machine(std::string_view name) {
    const auto& all = testing::faulty_machines();
    return *std::find_if(all.begin(), all.end(),
                         [&](const testing::FaultyMachine& faulty) { return faulty.name == name; });
}

TEST(RoutersOfADragonfly, AreDistinguishedWhereAPairBelowOneStrays) {
    for (const auto* const name : {"dragonfly: cable in a group", "dragonfly: whole router"}) {
        const testing::FaultyMachine& faulty = faulty_machine(name);
        LogGpMachine machine = with_fault(faulty, 1.5);
        machine.changes.push_back([](const testing::Message& message, double delay_s) {
            const bool strays = message.sender + message.receiver == 2 && message.sender != 1;
            return strays && message.bytes <= 1024 ? 1.11 * delay_s : delay_s;
        });
        Diagnosis diagnosis = judged(machine);
        // The pair is slower than others, and may be named.
        std::erase_if(diagnosis.findings,
                      [](const Finding& finding) { return part_of(finding) == "link node000 <-> node002"; });
        ASSERT_EQ(diagnosis.findings.size(), 1U) << ::testing::PrintToString(found_in(diagnosis));
        const Finding& finding = diagnosis.findings.front();
        EXPECT_EQ(type_name_of(finding.part), faulty.part);
        EXPECT_THAT(hosts_of(finding.part), ::testing::UnorderedElementsAreArray(faulty.hosts));
    }
}

/// Such as had the classes of their pairs confused.
TEST(RoutersOfADragonfly, AndTheirCablesAreNamedWhateverTheFactor) {
    struct Planted {
        std::string_view name;
        double factor;
        std::uint64_t seed;
    };
    for (const auto& [name, factor, seed] : {Planted{"dragonfly: router", 1.07, 1},
                                             {"dragonfly: whole router", 2.0, 2},
                                             {"dragonfly: cable between groups", 1.07, 2},
                                             {"dragonfly: cable between groups", 2.0, 1}}) {
        const testing::FaultyMachine& faulty = faulty_machine(name);
        const Diagnosis diagnosis = judge(runs_of(measure(with_fault(faulty, factor), seed).run()));
        ASSERT_EQ(diagnosis.findings.size(), 1U) << name << ::testing::PrintToString(found_in(diagnosis));
        const Finding& finding = diagnosis.findings.front();
        EXPECT_EQ(type_name_of(finding.part), faulty.part) << name;
        EXPECT_THAT(hosts_of(finding.part), ::testing::UnorderedElementsAreArray(faulty.hosts)) << name;
        EXPECT_EQ(finding.side, faulty.side) << name;
        EXPECT_NEAR(finding.effect->factor, factor, 0.03 * factor) << name;
    }
}

/// As a pair that sits farther away, it would have no fault.
TEST(LinkOfATorus, IsNamedFromAFewPercentOn) {
    const testing::FaultyMachine& faulty = faulty_machine("torus: link");
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        EXPECT_THAT(found_in(judge(runs_of(measure(with_fault(faulty, 1.07), seed).run()))),
                    ElementsAre("slow_link of link node005 <-> node040, both"))
            << seed;
    }
}

TEST(MixedHosts, AreJudgedAmongTheirLike) {
    const Diagnosis diagnosis = judged(tree_with([](const testing::Message& message, double delay_s) {
        for (const int host : {message.sender, message.receiver}) {
            if (is_of_older_kind(host)) delay_s *= 1.3;
            if (host == 12) delay_s *= 1.5;  // one of the older
        }
        return delay_s;
    }));
    ASSERT_EQ(diagnosis.findings.size(), 2U) << ::testing::PrintToString(found_in(diagnosis));
    std::size_t kinds = 0;
    for (const Finding& finding : diagnosis.findings) {
        if (finding.kind == FindingKind::mixed_hosts) {
            ++kinds;
            EXPECT_THAT(hosts_of(finding.part), ::testing::SizeIs(16));
        } else {
            EXPECT_EQ(part_of(finding), "node012");
            EXPECT_NEAR(finding.effect->factor, 1.5, 0.03);
        }
    }
    EXPECT_EQ(kinds, 1U);
}

TEST(DeclaredKinds, AreNoFindingAndAreJudgedAmongTheirLike) {
    const LogGpMachine machine = tree_with([](const testing::Message& message, double delay_s) {
        for (const int host : {message.sender, message.receiver}) {
            if (is_of_older_kind(host)) delay_s *= 1.3;
            if (host == 12) delay_s *= 1.5;  // one of the older
        }
        return delay_s;
    });
    const testing::TemporaryFolder folder;
    std::string older;
    for (int host = 0; host < machine.hosts; host += 4) older += fmt::format(",node{:03}", host);
    testing::write_bytes(folder / "slurm.conf",
                         fmt::format("ClusterName=small\nNodeName=DEFAULT Features=new,fast\n"
                                     "NodeName={} Feature=\"old\"\nNodeName=node0[01-03,05-07]\n",
                                     older.substr(1)));
    Request request;
    request.kinds = read_declared_kinds(folder / "slurm.conf");
    EXPECT_EQ(request.kinds->of_host.at("node012"), "old");
    EXPECT_EQ(request.kinds->of_host.at("node007"), "new,fast");
    request.runs = runs_of(measure(machine, 3).run());
    EXPECT_THAT(found_in(judge(std::move(request))), ElementsAre("slow_node of node012, both"));
}

std::map<std::string, std::string> kinds_in(const std::string& configuration) {
    const testing::TemporaryFolder folder;
    testing::write_bytes(folder / "slurm.conf", configuration);
    return read_declared_kinds(folder / "slurm.conf").of_host;
}

TEST(DeclaredKinds, OfLaterDefaultsKeepWhatTheseDoNotName) {
    const auto kinds = kinds_in(
        "NodeName=DEFAULT Feature=skl CPUs=48\nNodeName=DEFAULT State=UNKNOWN\nNodeName=cn[000-002]\n"
        "NodeName=cn003 Feature=icx RealMemory=380000\n");
    EXPECT_EQ(kinds.at("cn000"), "skl");
    EXPECT_EQ(kinds.at("cn003"), "icx");
}

TEST(DeclaredKinds, AreSetsOfFeatures) {
    const auto kinds =
        kinds_in("NodeName=a Features=skl,ib\nNodeName=b Features=ib,skl,ib\nNodeName=c Features=ib\n");
    EXPECT_EQ(kinds.at("a"), "skl,ib");
    EXPECT_EQ(kinds.at("b"), "skl,ib");
    EXPECT_EQ(kinds.at("c"), "ib");
}

TEST(MinTime, LeavesOutWhatAddsLess) {
    const auto machine = tree_with([](const testing::Message& message, double delay_s) {
        return message.sender == 5 || message.receiver == 5 ? delay_s + 300e-9 : delay_s;
    });
    const auto faults_of = [&](double min_time_s) {
        Request request;
        request.runs = runs_of(measure(machine, 3).run());
        request.min_time_s = min_time_s;
        return judge(std::move(request));
    };
    EXPECT_THAT(found_in(faults_of(200e-9)), ElementsAre("slow_node of node005, both"));
    const Diagnosis diagnosis = faults_of(1e-6);
    EXPECT_THAT(found_in(diagnosis), IsEmpty());
    EXPECT_THAT(testing::reason_against(diagnosis, "1 slower part"), HasSubstr("--min-time"));
}

TEST(Findings, AreNumberedFromTheFaultsOn) {
    const Diagnosis diagnosis = judged(tree_with([](const testing::Message& message, double delay_s) {
        for (const int host : {message.sender, message.receiver}) {
            if (is_of_older_kind(host)) delay_s *= 1.3;
            if (host == 5) delay_s *= 1.6;
        }
        return delay_s;
    }));
    EXPECT_THAT(found_in(diagnosis), ElementsAre("slow_node of node005, both", HasSubstr("mixed_hosts")));
}

TEST(MixedRoutes, LeaveASlowerLinkAmongThem) {
    const Diagnosis diagnosis = judged(tree_with([](const testing::Message& message, double delay_s) {
        if ((message.sender * 31 + message.receiver * 17) % 10 == 0) delay_s *= 1.15;
        const bool is_slow_link = std::min(message.sender, message.receiver) == 5 &&
                                  std::max(message.sender, message.receiver) == 40;
        return is_slow_link ? 2 * delay_s : delay_s;
    }));
    EXPECT_THAT(found_in(diagnosis),
                ::testing::UnorderedElementsAre("slow_link of link node005 <-> node040, both",
                                                HasSubstr("mixed_routes")));
}

TEST(MixedRoutes, AreNamedWhereMostRoundTripsHaveASlowerOneEitherWay) {
    // 51 % of the pairs of 30 %, 64 % of 40 %; a host beside them is as slow as ever.
    for (const std::uint64_t percent : {30U, 40U}) {
        for (const bool has_slow_host : {false, true}) {
            LogGpMachine machine = tree_with([=](const testing::Message& message, double delay_s) {
                const auto route = static_cast<std::uint64_t>(64 * message.sender + message.receiver);
                if (mix(route) % 100 < percent) delay_s += static_cast<double>(message.bytes) * 0.4 / 12.5e9;
                const bool is_slow = has_slow_host && (message.sender == 9 || message.receiver == 9);
                return is_slow ? 1.5 * delay_s : delay_s;
            });
            machine.mode = Mode::send_recv_and_recv_send;
            std::vector<::testing::Matcher<std::string>> expected{HasSubstr("mixed_routes")};
            if (has_slow_host) expected.emplace_back("slow_node of node009, both");
            EXPECT_THAT(found_in(judged(machine)), ::testing::UnorderedElementsAreArray(expected)) << percent;
        }
    }
}

TEST(MixedRoutes, AreNotThoseOverOneCableOfWhichFewStandOut) {
    EXPECT_THAT(found_in(judged(with_fault(faulty_machine("dragonfly: cable in a group"), 1.07))),
                ElementsAre("slow_switch of node[008-011] <-> node[012-015], both"));
}

TEST(Gaps, OfABlockAreReportedOnce) {
    const Diagnosis diagnosis = judged(tree_with([](const testing::Message& message, double delay_s) {
        const int low = std::min(message.sender, message.receiver);
        const int high = std::max(message.sender, message.receiver);
        const bool is_missing = low >= 10 && low < 20 && high >= 40 && high < 50;
        return is_missing ? std::numeric_limits<double>::quiet_NaN() : delay_s;
    }));
    EXPECT_THAT(found_in(diagnosis), ElementsAre("failed_pair of node[010-019] <-> node[040-049], both"));
}

TEST(Sample, WithASlowUplinkBlamesNoneOfItsHosts) {
    for (const double factor : {1.5, 3.0}) {
        const Diagnosis diagnosis = judged(tree_with([&](const testing::Message& message, double delay_s) {
            const auto low = static_cast<std::uint64_t>(std::min(message.sender, message.receiver));
            const auto high = static_cast<std::uint64_t>(std::max(message.sender, message.receiver));
            if (mix(low, high) % 5 != 0) return std::numeric_limits<double>::quiet_NaN();
            return (message.sender / 8 == 2) != (message.receiver / 8 == 2) ? factor * delay_s : delay_s;
        }));
        const std::string hosts = "node[016-023]";
        bool is_reported = false;
        for (const Finding& finding : diagnosis.findings) {
            EXPECT_FALSE(std::holds_alternative<part::Host>(finding.part)) << sentence_of(finding);
            is_reported = is_reported || part_of(finding).find(hosts) != std::string::npos;
        }
        EXPECT_TRUE(is_reported) << factor;
    }
}

TEST(SingleValues, OfManyAreNoLinks) {
    LogGpMachine machine;
    machine.hops = testing::tree_of({8, 8});
    testing::HeldRun run = measure(machine, 4);
    run.alter([](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay_s) {
        if (k == 2 && (sender * 64 + receiver) % 101 == 0) delay_s *= 3;
    });
    EXPECT_THAT(found_in(judge(runs_of(run.run()))), IsEmpty());
}

TEST(LowCells, GlueNoHostsTogether) {
    LogGpMachine machine;
    machine.hops = testing::tree_of({8, 8});
    testing::HeldRun run = measure(machine, 5);
    run.planes.at(Statistic::median)[0](3, 60) = 1e-9;
    const Diagnosis diagnosis = judge(runs_of(run.run()));
    EXPECT_THAT(found_in(diagnosis), IsEmpty());
    ASSERT_TRUE(diagnosis.topology);
    EXPECT_EQ(diagnosis.topology->levels.front().groups.size(), 8U);
}

/// One switch whose first hosts are three times slower in all that they send and receive.
LogGpMachine switch_with_slow(int slow_hosts, int hosts) {
    LogGpMachine machine;
    machine.hosts = hosts;
    machine.hops = testing::one_switch();
    machine.changes.push_back([=](const testing::Message& message, double delay_s) {
        return std::min(message.sender, message.receiver) < slow_hosts ? 3 * delay_s : delay_s;
    });
    return machine;
}

TEST(WithoutMajority, NoHostIsFaultyAndTheTwoKindsAreReported) {
    const std::vector<std::pair<int, int>> cases{{1, 3}, {2, 4}, {5, 8}};
    for (const auto& [slow, hosts] : cases) {
        const Diagnosis diagnosis = judged(switch_with_slow(slow, hosts));
        EXPECT_EQ(diagnosis.fault_count(), 0);
        ASSERT_EQ(diagnosis.findings.size(), 1U) << slow << " of " << hosts;
        const Finding& finding = diagnosis.findings.front();
        EXPECT_EQ(finding.kind, FindingKind::mixed_hosts);
        EXPECT_EQ(std::ssize(hosts_of(finding.part)), slow);
        EXPECT_NEAR(finding.effect->factor, 3, 0.15);
        EXPECT_THAT(finding.evidence.notes,
                    ElementsAre(::testing::ResultOf([](const Note& note) { return note.text(); },
                                                    HasSubstr("cannot show which of them"))));
    }
}

TEST(WithoutMajority, ASlowHostOfFourIsStillOne) {
    EXPECT_THAT(found_in(judged(switch_with_slow(1, 4))), ElementsAre("slow_node of node000, both"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
