// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/model/verdict.hpp"

#include "diagnosis/model/collective_results.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <array>
#include <limits>
#include <string>

namespace fabricmap::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Four hosts with two ranks each, whose sweep from 0 to 1M ended.
Diagnosis whole_run() {
    Diagnosis diagnosis;
    diagnosis.hosts = {"a", "b", "c", "d"};
    diagnosis.ranks = 8;
    diagnosis.lengths = {0, 1024, 65536, 1 << 20};
    diagnosis.runs.push_back({"run", {}});
    diagnosis.runs.front().description.complete = true;
    return diagnosis;
}

void expect_undecided(const Diagnosis& diagnosis, OpenPoint point) {
    EXPECT_EQ(verdict_of(diagnosis), Verdict::undecided) << name_of(point);
    EXPECT_THAT(open_points_of(diagnosis), ElementsAre(point)) << name_of(point);
}

TEST(Verdict, IsHealthyWhereNothingIsOpen) {
    EXPECT_EQ(verdict_of(whole_run()), Verdict::healthy);
    EXPECT_THAT(open_points_of(whole_run()), IsEmpty());
}

TEST(Verdict, IsUndecidedWhereNothingWasJudged) {
    EXPECT_EQ(verdict_of({}), Verdict::undecided);
}

TEST(Verdict, IsUndecidedOfARunThatEndedEarly) {
    Diagnosis diagnosis = whole_run();
    diagnosis.runs.front().description.complete = false;
    expect_undecided(diagnosis, OpenPoint::cut_short);
    diagnosis = whole_run();
    diagnosis.runs.push_back({"of both sides", {}});
    expect_undecided(diagnosis, OpenPoint::cut_short);
}

// The check's folder has another name, or is gone, when somebody reads it, and check has these options alone.
TEST(Verdict, OfACheckIsSettledByAnotherCheck) {
    Diagnosis diagnosis = whole_run();
    RunDescription& run = diagnosis.runs.front().description;
    run.complete = false;
    run.command_line = "network_test -f /var/lib/fabricmap/.unfinished-2026_ab/run1 -t one_to_one";
    diagnosis.unjudged_hosts = {"a"};
    diagnosis.basis.imprecise_fraction = 1;
    diagnosis.detectable = {{DetectablePart::host, 2, 2, 2}};
    diagnosis.lengths = {0};
    for (const Doubt doubt :
         {Doubt::unconfirmed, Doubt::unconfirmed_both_ways, Doubt::imprecise, Doubt::few_slow_samples})
        diagnosis.suspects.emplace_back().doubt = doubt;
    const std::string of_check = open_points_text(diagnosis);
    EXPECT_THAT(
        of_check,
        AllOf(HasSubstr("A run of the check did not end: repeat fabricmap check with a larger --time."),
              Not(ContainsRegex("unfinished|network_test|-n,|--(resume|suspects|confirm|lengths|sample)"))));
    run.command_line = "network_test -f /home/me/run1 -t one_to_one";
    const std::string of_run = open_points_text(diagnosis);
    EXPECT_THAT(of_run, AllOf(HasSubstr("network_test -f /home/me/run1 -t one_to_one --resume"),
                              HasSubstr("--sample-pairs"), HasSubstr("a larger -n,"),
                              Not(HasSubstr("fabricmap check"))));
    diagnosis = whole_run();
    diagnosis.hosts = {"a", "b", "c"};
    diagnosis.runs.front().label = "/var/lib/fabricmap/.unfinished-2026_ab/run1";
    EXPECT_THAT(open_points_text(diagnosis),
                AllOf(HasSubstr("fabricmap accept"), Not(HasSubstr("--baseline"))));
}

TEST(Verdict, OfARunThatEndedEarlyNamesTheWholeCommandThatContinuesIt) {
    Diagnosis diagnosis = whole_run();
    RunDescription& run = diagnosis.runs.front().description;
    run.complete = false;
    run.command_line = "network_test -f 'monday night' --lengths 0,64K --overwrite -n 30";
    EXPECT_THAT(verdict_text(diagnosis),
                ::testing::HasSubstr("network_test -f 'monday night' --lengths 0,64K -n 30 --resume, or"));
    run.command_line = "mpiGraph 1048576 10 10";
    EXPECT_THAT(verdict_text(diagnosis), ::testing::HasSubstr("with network_test --resume, or"));
}

TEST(Verdict, IsUndecidedOfARunThatLacksPairsAtSomeLengths) {
    testing::HeldRun held(testing::fabric("fat-tree,hosts=32,leaf=8;noise,1%;sweep,lengths=0,1K,64K,1M"));
    held.description.complete = true;
    EXPECT_EQ(verdict_of(testing::judge(testing::runs_of(held.run()))), Verdict::healthy);
    held.alter([](std::size_t k, Eigen::Index sender, Eigen::Index, double& delay) {
        if (k == 3 && sender < 16) delay = std::numeric_limits<double>::quiet_NaN();
    });
    const Diagnosis diagnosis = testing::judge(testing::runs_of(held.run()));
    EXPECT_EQ(verdict_of(diagnosis), Verdict::undecided);
    EXPECT_THAT(open_points_of(diagnosis), ::testing::ElementsAre(OpenPoint::cut_short));
    EXPECT_THAT(verdict_text(diagnosis),
                ::testing::HasSubstr("12.5 % of the values of pairs that were measured"));
}

/// Each message waits for those that its sender posted before, to the next rank first.
void post_in_order(testing::HeldRun& held) {
    held.alter([](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        constexpr Eigen::Index ranks = 12;
        constexpr std::array<double, 4> of_a_message_s{2e-7, 3e-7, 5e-6, 8e-5};
        if (sender != receiver)
            delay += static_cast<double>((receiver - sender + ranks) % ranks - 1) * of_a_message_s.at(k);
    });
}

TEST(Verdict, IsUndecidedWhereMessagesMayWaitForThoseBefore) {
    for (const char* const fault : {"", ";fault,slow-node,host=3,factor=1.5"}) {
        testing::HeldRun held(testing::fabric(
            std::string("fat-tree,hosts=12,leaf=12;noise,2%;sweep,lengths=0,1K,64K,1M") + fault));
        held.description.mode = Mode::all_to_all;
        held.description.complete = true;
        const bool is_healthy = *fault == '\0';
        EXPECT_EQ(verdict_of(testing::judge(testing::runs_of(held.run()))) == Verdict::healthy, is_healthy);
        post_in_order(held);
        const Diagnosis diagnosis = testing::judge(testing::runs_of(held.run()));
        EXPECT_EQ(verdict_of(diagnosis), Verdict::undecided) << fault;
        EXPECT_THAT(open_points_of(diagnosis), ::testing::Contains(OpenPoint::order_of_posting)) << fault;
        held.description.mode = Mode::one_to_one;
        EXPECT_THAT(open_points_of(testing::judge(testing::runs_of(held.run()))),
                    ::testing::Not(::testing::Contains(OpenPoint::order_of_posting)))
            << fault;
    }
}

TEST(Verdict, IsUndecidedOfFewerThanFourHostsWithoutABaseline) {
    Diagnosis diagnosis = whole_run();
    diagnosis.hosts = {"a"};
    expect_undecided(diagnosis, OpenPoint::one_host);
    diagnosis.hosts = {"a", "b"};
    expect_undecided(diagnosis, OpenPoint::few_hosts);
    diagnosis.hosts = {"a", "b", "c"};
    expect_undecided(diagnosis, OpenPoint::few_hosts);
    diagnosis.comparison = Comparison{};
    EXPECT_EQ(verdict_of(diagnosis), Verdict::healthy);
}

TEST(Verdict, IsUndecidedWhereHostsCannotBeJudged) {
    Diagnosis diagnosis = whole_run();
    diagnosis.unjudged_hosts = {"c"};
    expect_undecided(diagnosis, OpenPoint::unjudged_hosts);
}

TEST(Verdict, IsUndecidedWhereMostRanksSharedCoresOrMostValuesAreImprecise) {
    Diagnosis diagnosis = whole_run();
    diagnosis.basis.ranks_sharing_cores = 4;
    EXPECT_EQ(verdict_of(diagnosis), Verdict::healthy) << "a half";
    diagnosis.basis.ranks_sharing_cores = 5;
    expect_undecided(diagnosis, OpenPoint::shared_cores);
    diagnosis = whole_run();
    diagnosis.basis.imprecise_fraction = 0.51;
    expect_undecided(diagnosis, OpenPoint::imprecise_values);
}

TEST(Verdict, IsHealthyOfImpreciseValuesThatWouldHaveShownASlowHost) {
    Diagnosis diagnosis = whole_run();
    diagnosis.basis.imprecise_fraction = 0.8;
    diagnosis.detectable.push_back({.part = DetectablePart::host, .all_messages = 1.13});
    EXPECT_EQ(verdict_of(diagnosis), Verdict::healthy);
    diagnosis.detectable.back().all_messages = 1.35;
    expect_undecided(diagnosis, OpenPoint::imprecise_values);
}

TEST(Verdict, IsUndecidedWhereSlowSamplesAreFrequentAllOver) {
    Diagnosis diagnosis = whole_run();
    diagnosis.unexplained_slow_fraction = 0.03;
    expect_undecided(diagnosis, OpenPoint::slow_samples);
}

TEST(Verdict, IsUndecidedWhereNoLongMessageWasMeasured) {
    Diagnosis diagnosis = whole_run();
    diagnosis.lengths = {0, 1024, 9900};
    expect_undecided(diagnosis, OpenPoint::short_messages);
    diagnosis.lengths = {1 << 20};
    EXPECT_EQ(verdict_of(diagnosis), Verdict::healthy);
}

TEST(Verdict, IsUndecidedWhereThereAreSuspects) {
    Diagnosis diagnosis = whole_run();
    diagnosis.suspects.emplace_back();
    expect_undecided(diagnosis, OpenPoint::suspects);
}

TEST(Verdict, IsUndecidedWhereTheTopologyIsThatOfOtherHosts) {
    Diagnosis diagnosis = whole_run();
    diagnosis.other_topology = OtherTopology{"site.conf", "n1", "a"};
    expect_undecided(diagnosis, OpenPoint::other_topology);
}

TEST(Verdict, IsUndecidedWhereACollectiveMakesAllHostsWait) {
    Diagnosis diagnosis = whole_run();
    CollectiveResults results;
    diagnosis.lengths = {8};
    diagnosis.collectives = std::make_shared<const CollectiveResults>(results);
    expect_undecided(diagnosis, OpenPoint::waiting_together);
    results.hosts_are_distinguished = true;
    diagnosis.collectives = std::make_shared<const CollectiveResults>(results);
    EXPECT_EQ(verdict_of(diagnosis), Verdict::healthy);
}

TEST(Verdict, IsUndecidedWhereOperationsAreShorterThanTheirStartsAreWrong) {
    Diagnosis diagnosis = whole_run();
    CollectiveResults results;
    results.hosts_are_distinguished = true;
    results.cells.resize(3);
    for (const std::size_t cell : {0U, 1U}) results.cells[cell].is_start_error = true;
    diagnosis.collectives = std::make_shared<const CollectiveResults>(results);
    expect_undecided(diagnosis, OpenPoint::late_starts);
    EXPECT_THAT(verdict_text(diagnosis), ::testing::HasSubstr("Of 66.7 % of the values the starts err"));
}

TEST(Verdict, OfAComparisonThatTellsNoHostFromAnotherIsNoneOfHosts) {
    Diagnosis diagnosis = whole_run();
    CollectiveResults results;
    results.baseline_labels = {"before"};
    diagnosis.collectives = std::make_shared<const CollectiveResults>(results);
    EXPECT_EQ(verdict_of(diagnosis), Verdict::healthy);
    EXPECT_EQ(headline_of(diagnosis), "Nothing is slower than in the baseline");
}

TEST(Verdict, IsFaultsWhateverElseIsOpen) {
    Diagnosis diagnosis = whole_run();
    diagnosis.findings.emplace_back().kind = FindingKind::improvement;
    EXPECT_EQ(verdict_of(diagnosis), Verdict::healthy);
    diagnosis.findings.emplace_back().kind = FindingKind::slow_node;
    diagnosis.runs.front().description.complete = false;
    EXPECT_EQ(verdict_of(diagnosis), Verdict::faults);
}

TEST(Verdict, IsNotSoughtWhereFaultsAreNot) {
    Diagnosis diagnosis = whole_run();
    diagnosis.faults_sought = false;
    diagnosis.hosts = {"a"};
    EXPECT_EQ(verdict_of(diagnosis), Verdict::not_sought);
    EXPECT_THAT(open_points_of(diagnosis), IsEmpty());
}

TEST(Verdict, IsUndecidedWhereASlowHostWouldNotStandOut) {
    Diagnosis diagnosis = whole_run();
    diagnosis.detectable = {{DetectablePart::host, 2, 2, 1.49}, {DetectablePart::link, 9, 9, 9}};
    EXPECT_EQ(verdict_of(diagnosis), Verdict::healthy);
    diagnosis.detectable.front().all_messages = 1.51;
    expect_undecided(diagnosis, OpenPoint::hidden_hosts);
    diagnosis.min_effect = 0.6;
    EXPECT_EQ(verdict_of(diagnosis), Verdict::healthy) << "less was not asked for";
}

TEST(Verdict, DoesNotCountExcludedHosts) {
    Diagnosis diagnosis = whole_run();
    diagnosis.runs.front().description.excluded_hosts = {"b"};
    expect_undecided(diagnosis, OpenPoint::few_hosts);
}

TEST(Verdict, IsUndecidedWhereHostsHaveNoNames) {
    Diagnosis diagnosis = whole_run();
    diagnosis.basis.hosts_known = false;
    expect_undecided(diagnosis, OpenPoint::unknown_hosts);
}

}  // namespace
}  // namespace fabricmap::diagnosis
