// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/comparison/comparison.hpp"

#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::fabric;
using testing::found_in;
using ::testing::HasSubstr;
using testing::HeldRun;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

using Runs = std::vector<fabricmap::Run>;

constexpr int hosts = 32;
constexpr double run_to_run = 0.01;

HeldRun tree(std::uint64_t seed, const std::string& faults = "") {
    return HeldRun(
        fabric(fmt::format("fat-tree,hosts={},leaf=8,ranks-per-host=2;noise,2%{};"
                           "sweep,timing=synchronized,lengths=0,64,1K,4K,16K,64K,256K,1M,4M,seed={}",
                           hosts, faults, seed)));
}

std::int64_t host_of(Eigen::Index rank) {
    return rank / 2;
}

/// Runs of one machine at one time, which differ by 1 % as a whole and by 1 % in each host.
class MeasuredMachine {
  public:
    explicit MeasuredMachine(unsigned seed) : random_(seed) {}

    fabricmap::Run run(const std::string& faults = "") {
        HeldRun held = tree(random_(), faults);
        const double whole = factor();
        std::vector<double> of_hosts(hosts);
        for (double& own : of_hosts) own = factor();
        held.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
            delay *= whole;
            if (host_of(sender) == host_of(receiver)) return;
            delay *= of_hosts[static_cast<std::size_t>(host_of(sender))] *
                     of_hosts[static_cast<std::size_t>(host_of(receiver))];
        });
        return held.run(fmt::format("run {}", ++runs_));
    }
    Runs runs(int count, const std::string& faults = "") {
        Runs all;
        for (int number = 0; number < count; ++number) all.push_back(run(faults));
        return all;
    }

  private:
    double factor() { return std::exp(run_to_run * normal_(random_)); }

    std::mt19937 random_;
    std::normal_distribution<double> normal_{0, 1};
    int runs_ = 0;
};

Diagnosis compare_to(Runs runs, Runs baseline, double min_effect = 0.05) {
    Request request;
    request.runs = std::move(runs);
    request.baseline = std::move(baseline);
    request.min_effect = min_effect;
    return testing::judge(std::move(request));
}

const std::string slow_node = ";fault,slow-node,host=11,factor=1.1";

TEST(Comparison, OfEqualSetsFindsNothing) {
    constexpr int draws = 20;
    int with_findings = 0;
    for (unsigned draw = 0; draw < draws; ++draw) {
        MeasuredMachine machine(draw);
        Runs runs = machine.runs(5);
        const Diagnosis diagnosis = compare_to(std::move(runs), machine.runs(5));
        if (!diagnosis.findings.empty()) ++with_findings;
        EXPECT_FALSE(diagnosis.comparison->weak);
        EXPECT_NEAR(diagnosis.comparison->overall_factor, 1, 0.03);
    }
    EXPECT_LE(with_findings, draws / 20);
}

TEST(Comparison, FindsTheNodeThatBecameSlowerAndNothingElse) {
    for (unsigned draw = 0; draw < 4; ++draw) {
        MeasuredMachine machine(100 + draw);
        Runs runs = machine.runs(5, slow_node);
        const Diagnosis diagnosis = compare_to(std::move(runs), machine.runs(5));
        ASSERT_THAT(found_in(diagnosis), ElementsAre("regression of node11, both"));
        EXPECT_NEAR(diagnosis.findings.front().effect->factor, 1.1, 0.025);
        EXPECT_EQ(diagnosis.findings.front().evidence.numbers.at("runs"), 5);
        EXPECT_EQ(diagnosis.findings.front().evidence.numbers.at("baseline_runs"), 5);
        EXPECT_EQ(diagnosis.fault_count(), 1);
    }
}

TEST(Comparison, ReportsWhichSideBecameSlower) {
    MeasuredMachine machine(200);
    Runs runs = machine.runs(5, ";fault,slow-receiver,host=11,factor=1.2");
    EXPECT_THAT(found_in(compare_to(std::move(runs), machine.runs(5))),
                ElementsAre("regression of node11, receiver"));
}

TEST(Comparison, DoesNotReportANodeThatWasSlowBeforeAsRegression) {
    MeasuredMachine machine(300);
    const std::string fault = ";fault,slow-node,host=11,factor=1.5";
    Runs runs = machine.runs(5, fault);
    EXPECT_THAT(found_in(compare_to(std::move(runs), machine.runs(5, fault))),
                ElementsAre("slow_node of node11, both"));
}

TEST(Comparison, ReportsANodeThatRecoveredAsInformation) {
    MeasuredMachine machine(400);
    Runs runs = machine.runs(5);
    const Diagnosis diagnosis =
        compare_to(std::move(runs), machine.runs(5, ";fault,slow-node,host=11,factor=1.5"));
    ASSERT_THAT(found_in(diagnosis), ElementsAre("improvement of node11, both"));
    EXPECT_EQ(diagnosis.fault_count(), 0);
    EXPECT_NEAR(diagnosis.findings.front().effect->factor, 1 / 1.5, 0.03);
    EXPECT_THAT(diagnosis.findings.front().evidence.notes,
                ::testing::Contains(::testing::ResultOf([](const Note& note) { return note.text(); },
                                                        HasSubstr("Recovered"))));
}

TEST(Comparison, ReportsALinkThatBecameSlower) {
    MeasuredMachine machine(500);
    Runs runs = machine.runs(5, ";fault,slow-link,sender=4,receiver=25,factor=1.5");
    EXPECT_THAT(found_in(compare_to(std::move(runs), machine.runs(5))),
                ElementsAre("regression of link node04 -> node25, sender"));
}

TEST(Comparison, ReportsALinkBetweenTwoHostsThatChangedAsWell) {
    MeasuredMachine machine(6);
    const std::string two_hosts = ";fault,slow-node,host=3,factor=1.5;fault,slow-node,host=20,factor=1.5";
    const Diagnosis found = compare_to(
        machine.runs(5, two_hosts + ";fault,slow-link,sender=3,receiver=20,factor=1.5"), machine.runs(5));
    EXPECT_THAT(found_in(found),
                UnorderedElementsAre("regression of node03, both", "regression of node20, both",
                                     "regression of link node03 -> node20, sender"));
}

TEST(Comparison, ReportsAMachineThatBecameSlowerAsAWhole) {
    MeasuredMachine machine(600);
    Runs runs;
    for (int number = 0; number < 5; ++number) {
        HeldRun slower{machine.run()};
        slower.alter([](std::size_t, Eigen::Index, Eigen::Index, double& delay) { delay *= 1.2; });
        runs.push_back(slower.run());
    }
    const Diagnosis diagnosis = compare_to(std::move(runs), machine.runs(5));
    ASSERT_EQ(diagnosis.findings.size(), 1);
    EXPECT_EQ(diagnosis.findings.front().kind, FindingKind::regression);
    EXPECT_EQ(hosts_of(diagnosis.findings.front().part).size(), hosts);
    EXPECT_NEAR(diagnosis.findings.front().effect->factor, 1.2, 0.03);
    EXPECT_NEAR(diagnosis.comparison->overall_factor, 1.2, 0.03);
}

std::vector<int> shuffled_hosts(unsigned seed) {
    std::vector<int> order(hosts);
    std::iota(order.begin(), order.end(), 0);
    std::mt19937 random(seed);
    std::shuffle(order.begin(), order.end(), random);
    std::vector<int> ranks;
    for (const int host : order) {
        ranks.push_back(2 * host);
        ranks.push_back(2 * host + 1);
    }
    return ranks;
}

TEST(Comparison, MatchesHostsByNameThoughRanksLieElsewhere) {
    MeasuredMachine machine(700);
    Runs baseline;
    Runs runs;
    for (unsigned number = 0; number < 5; ++number) {
        baseline.push_back(HeldRun(machine.run()).reordered(shuffled_hosts(number)).run());
        runs.push_back(HeldRun(machine.run(slow_node)).reordered(shuffled_hosts(50 + number)).run());
    }
    const Diagnosis diagnosis = compare_to(std::move(runs), std::move(baseline));
    EXPECT_EQ(diagnosis.comparison->common_hosts, hosts);
    EXPECT_THAT(diagnosis.comparison->new_hosts, IsEmpty());
    EXPECT_THAT(found_in(diagnosis), ElementsAre("regression of node11, both"));
}

TEST(Comparison, IsTheSameHoweverHostsAreShuffled) {
    MeasuredMachine machine(800);
    const HeldRun now{machine.run(";fault,slow-node,host=11,factor=1.3")};
    const HeldRun then{machine.run()};
    const Diagnosis plain = compare_to(testing::runs_of(now.run()), testing::runs_of(then.run()));
    const Diagnosis shuffled =
        compare_to(testing::runs_of(now.run()), testing::runs_of(then.reordered(shuffled_hosts(5)).run()));
    ASSERT_THAT(found_in(plain), ElementsAre("regression of node11, both"));
    ASSERT_EQ(found_in(shuffled), found_in(plain));
    EXPECT_NEAR(shuffled.findings.front().effect->factor, plain.findings.front().effect->factor, 1e-4);
    EXPECT_NEAR(shuffled.comparison->overall_factor, plain.comparison->overall_factor, 1e-4);
}

TEST(Comparison, ListsNewAndGoneHosts) {
    MeasuredMachine machine(900);
    std::vector<int> without_first(2 * hosts - 2);
    std::iota(without_first.begin(), without_first.end(), 2);
    std::vector<int> without_last(2 * hosts - 2);
    std::iota(without_last.begin(), without_last.end(), 0);
    const Diagnosis diagnosis =
        compare_to(testing::runs_of(HeldRun(machine.run()).reordered(without_first).run()),
                   testing::runs_of(HeldRun(machine.run()).reordered(without_last).run()));
    EXPECT_THAT(diagnosis.comparison->new_hosts, ElementsAre("node31"));
    EXPECT_THAT(diagnosis.comparison->gone_hosts, ElementsAre("node00"));
    EXPECT_EQ(diagnosis.comparison->common_hosts, hosts - 2);
    EXPECT_THAT(diagnosis.findings, IsEmpty());
}

TEST(Comparison, CountsRanksAndLengthsAsTheRunDoes) {
    std::vector<int> without_first(2 * hosts - 2);
    std::iota(without_first.begin(), without_first.end(), 2);
    HeldRun then = tree(2).reordered(without_first);
    then.description.message_lengths.erase(then.description.message_lengths.begin() + 1);
    then.planes.at(Statistic::median).erase(then.planes.at(Statistic::median).begin() + 1);
    const HeldRun now = tree(1, ";fault,slow-node,host=11,factor=1.3");
    const Diagnosis diagnosis = compare_to(testing::runs_of(now.run()), testing::runs_of(then.run()));
    ASSERT_THAT(found_in(diagnosis), ElementsAre("regression of node11, both"));
    const Finding& finding = diagnosis.findings.front();
    EXPECT_THAT(finding.ranks, ElementsAre(22, 23));
    ASSERT_EQ(finding.evidence.curve.size(), diagnosis.lengths.size());
    for (std::size_t k = 0; k < finding.evidence.curve.size(); ++k) {
        if (k == 1) {
            EXPECT_TRUE(std::isnan(finding.evidence.curve[k]));
        } else {
            EXPECT_NEAR(finding.evidence.curve[k], 1.3, 0.05) << k;
        }
    }
}

TEST(Comparison, OfSingleRunsIsWeakAndHasTheFloorOfFaults) {
    MeasuredMachine machine(1000);
    const Diagnosis equal = compare_to(machine.runs(1), machine.runs(1));
    EXPECT_TRUE(equal.comparison->weak);
    EXPECT_THAT(equal.findings, IsEmpty());
    EXPECT_TRUE(compare_to(machine.runs(3), machine.runs(1)).comparison->weak);

    const std::string much = ";fault,slow-node,host=11,factor=1.3";
    EXPECT_THAT(found_in(compare_to(machine.runs(1, much), machine.runs(1))),
                ElementsAre("regression of node11, both"));
    EXPECT_THAT(found_in(compare_to(machine.runs(1, much), machine.runs(1), 0.5)), IsEmpty());
}

TEST(Comparison, OfFewRunsFindsTheLinkThatIsManyTimesSlower) {
    for (const int count : {1, 3}) {
        MeasuredMachine machine(650);
        Runs runs = machine.runs(count, ";fault,slow-link,sender=22,receiver=3,factor=20");
        Request request;
        request.runs = std::move(runs);
        request.baseline = machine.runs(count);
        request.only = Aspect::comparison;
        const Diagnosis diagnosis = testing::judge(std::move(request));
        ASSERT_THAT(found_in(diagnosis), ElementsAre("regression of link node22 -> node03, sender")) << count;
        EXPECT_NEAR(diagnosis.findings.front().effect->factor, 20, 2);
    }
}

TEST(Comparison, OfFewRunsSeesAMachineThatIsMuchSlower) {
    for (const int count : {1, 3}) {
        MeasuredMachine machine(660);
        Runs runs;
        for (int number = 0; number < count; ++number) {
            HeldRun held(machine.run());
            held.alter([](std::size_t, Eigen::Index, Eigen::Index, double& delay) { delay *= 1.46; });
            runs.push_back(held.run());
        }
        const Diagnosis diagnosis = compare_to(std::move(runs), machine.runs(count));
        ASSERT_EQ(diagnosis.findings.size(), 1U) << count;
        EXPECT_TRUE(std::holds_alternative<part::Machine>(diagnosis.findings.front().part));
        EXPECT_NEAR(diagnosis.findings.front().effect->factor, 1.46, 0.03);
        EXPECT_EQ(diagnosis.findings.front().confidence.has_value(), count > 1);
    }
}

TEST(Comparison, OfFewEqualRunsFindsNothing) {
    for (const int count : {1, 3}) {
        for (unsigned draw = 0; draw < 10; ++draw) {
            MeasuredMachine machine(700 + draw);
            Runs runs = machine.runs(count);
            EXPECT_THAT(compare_to(std::move(runs), machine.runs(count)).findings, IsEmpty()) << draw;
        }
    }
}

TEST(Comparison, UsesTheLengthsThatAllRunsHave) {
    const fabricmap::Run now = fabric("fat-tree,hosts=16,leaf=4;noise,2%;sweep,lengths=0,1K,4K,64K,1M");
    const fabricmap::Run then = fabric("fat-tree,hosts=16,leaf=4;noise,2%;sweep,lengths=0,2K,4K,1M,seed=2");
    const Diagnosis diagnosis = compare_to(testing::runs_of(now), testing::runs_of(then));
    EXPECT_EQ(diagnosis.comparison->common_lengths, 3);
    EXPECT_THAT(diagnosis.findings, IsEmpty());
}

/// A run in which each host was measured with so many others alone, a power of two less one.
fabricmap::Run sample(std::uint64_t seed, std::int64_t partners, const std::string& faults = "") {
    HeldRun held = tree(seed, faults);
    held.description.schedule = Schedule{ScheduleKind::rounds, 1, PairSample{.rounds = partners}, true};
    held.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if ((host_of(sender) ^ host_of(receiver)) > partners)
            delay = std::numeric_limits<double>::quiet_NaN();
    });
    return held.run(fmt::format("sample {}", seed));
}

TEST(Comparison, OfSamplesJudgesNoHostByFewerThanFourOthers) {
    const std::string slow = ";fault,slow-node,host=11,factor=2";
    const Diagnosis of_three =
        compare_to(testing::runs_of(sample(1, 3, slow)), testing::runs_of(sample(2, 3)));
    EXPECT_THAT(found_in(of_three), IsEmpty());
    EXPECT_THAT(testing::reason_against(of_three, "changes of node[00-31]"),
                HasSubstr("too few of the common hosts"));
    // A whole baseline is no help to a sample, nor a whole run to a sampled baseline.
    EXPECT_THAT(found_in(compare_to(testing::runs_of(sample(1, 3, slow)), testing::runs_of(tree(2).run()))),
                IsEmpty());
    const Diagnosis of_whole =
        compare_to(testing::runs_of(tree(1, slow).run()), testing::runs_of(sample(2, 3)));
    EXPECT_THAT(found_in(of_whole), ElementsAre("slow_node of node11, both"));
    const Diagnosis of_seven =
        compare_to(testing::runs_of(sample(1, 7, slow)), testing::runs_of(sample(2, 7)));
    EXPECT_THAT(found_in(of_seven), ElementsAre("regression of node11, both"));
    EXPECT_EQ(testing::reason_against(of_seven, "changes of node[00-31]"), "");
}

TEST(Comparison, BlamesNoLinkForTheTimeThatAHostAddsNow) {
    const std::string two_levels =
        "fat-tree,hosts=21,leaf=7;noise,1%;latency,level1=50us,level2=200us;sweep,timing=synchronized";
    const Diagnosis diagnosis =
        compare_to(testing::runs_of(fabric(two_levels + ";fault,slow-port,host=4,rate=1.25GB,side=receiver")),
                   testing::runs_of(fabric(two_levels + ",seed=2")));
    EXPECT_THAT(found_in(diagnosis), ElementsAre("regression of node04, receiver"));
}

TEST(Comparison, OfARunThatLeftAClassOutReportsTheMachineByTheOthers) {
    HeldRun between = tree(1);
    between.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (host_of(sender) == host_of(receiver)) delay = std::numeric_limits<double>::quiet_NaN();
    });
    const Diagnosis diagnosis = compare_to(testing::runs_of(between.run()), testing::runs_of(tree(2).run()));
    EXPECT_NEAR(diagnosis.comparison->overall_factor, 1, 0.02);
}

TEST(Comparison, OfASingleCommonHostComparesItsRanks) {
    const std::string host = "host,ranks-per-host=12;noise,2%;sweep,timing=synchronized,seed=";
    const fabricmap::Run well = fabric(host + "1");
    const fabricmap::Run slow = fabric(
        "host,ranks-per-host=12;noise,2%;fault,slow-rank,rank=5,factor=1.5;"
        "sweep,timing=synchronized,seed=2");
    const Diagnosis diagnosis = compare_to(testing::runs_of(slow), testing::runs_of(well));
    EXPECT_EQ(diagnosis.comparison->common_hosts, 1);
    ASSERT_EQ(diagnosis.fault_count(), 1) << fmt::format("{}", fmt::join(found_in(diagnosis), "\n"));
    EXPECT_THAT(diagnosis.findings.front().ranks, ElementsAre(5));
    EXPECT_THAT(found_in(compare_to(testing::runs_of(well), testing::runs_of(fabric(host + "3")))),
                IsEmpty());
}

}  // namespace
}  // namespace fabricmap::diagnosis
