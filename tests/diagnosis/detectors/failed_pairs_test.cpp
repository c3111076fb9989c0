// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/not_measured.hpp"

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::fabric;
using testing::found_in;
using ::testing::HasSubstr;
using testing::HeldRun;
using ::testing::IsEmpty;
using testing::judge;
using testing::not_measured;
using testing::runs_of;

const std::string tree_with_gaps = "fat-tree,hosts=32,leaf=8;noise,2%";

/// The diagnosis of the tree without the values for which `is_lost` holds.
template <typename IsLost>
Diagnosis judge_without(const IsLost& is_lost) {
    HeldRun run{fabric(tree_with_gaps)};
    run.alter([&](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (is_lost(k, sender, receiver)) delay = not_measured;
    });
    return judge(runs_of(run.run()));
}

TEST(FailedPair, IsReportedBothWays) {
    EXPECT_THAT(found_in(judge(tree_with_gaps + ";fault,dead-pair,between=3,20")),
                ElementsAre("failed_pair of link node03 <-> node20, both"));
}

TEST(FailedPair, IsReportedWithItsDirection) {
    EXPECT_THAT(found_in(judge_without([](std::size_t, Eigen::Index sender, Eigen::Index receiver) {
                    return sender == 20 && receiver == 3;
                })),
                ElementsAre("failed_pair of link node20 -> node03, sender"));
}

TEST(FailedHost, IsReportedInsteadOfAllItsPairs) {
    const Diagnosis diagnosis = judge_without([](std::size_t, Eigen::Index sender, Eigen::Index receiver) {
        return sender == 13 || receiver == 13;
    });
    EXPECT_THAT(found_in(diagnosis), ElementsAre("failed_pair of node13, both"));
    EXPECT_EQ(diagnosis.fault_count(), 1);
}

TEST(FailedPairs, DoNotHideASlowHost) {
    HeldRun run{fabric(tree_with_gaps + ";fault,slow-node,host=5,factor=1.5")};
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (sender == 13 || receiver == 13) delay = not_measured;
    });
    EXPECT_THAT(found_in(judge(runs_of(run.run()))),
                ::testing::UnorderedElementsAre("failed_pair of node13, both", "slow_node of node05, both"));
}

TEST(FailedPairs, AreNoneWhereSingleValuesAreMissing) {
    EXPECT_THAT(
        found_in(judge_without([](std::size_t k, Eigen::Index sender, Eigen::Index receiver) {
            return (k + 3 * static_cast<std::size_t>(sender) + 7 * static_cast<std::size_t>(receiver)) % 40 ==
                   0;
        })),
        IsEmpty());
}

TEST(FailedPairs, AreNotLookedForWhereMostPairsMissValues) {
    const Diagnosis diagnosis =
        judge_without([](std::size_t k, Eigen::Index, Eigen::Index) { return k % 3 == 0; });
    EXPECT_THAT(found_in(diagnosis), IsEmpty());
    EXPECT_THAT(testing::reason_against(diagnosis, "failed pairs"), HasSubstr("33 %"));
}

/// The diagnosis of the tree without what those hosts send and receive, which left out
/// those of their names.
Diagnosis judge_run_without(const std::vector<Eigen::Index>& silent,
                            const std::vector<std::string>& excluded) {
    HeldRun run{fabric(tree_with_gaps)};
    run.description.excluded_hosts = excluded;
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        for (const Eigen::Index host : silent) {
            if (sender == host || receiver == host) delay = not_measured;
        }
    });
    return judge(runs_of(run.run()));
}

TEST(ExcludedHost, IsNoFaultAndIsReportedAsNotExamined) {
    const Diagnosis diagnosis = judge_run_without({5, 13}, {"node05", "node13"});
    EXPECT_THAT(found_in(diagnosis), IsEmpty());
    EXPECT_THAT(testing::reason_against(diagnosis, "node[05,13]"), HasSubstr("--exclude-hosts"));
    EXPECT_EQ(testing::reason_against(diagnosis, "failed pairs"), "");
    EXPECT_EQ(diagnosis.excluded_hosts, 2) << "the headline does not count them";
}

TEST(ExcludedHost, HidesNoHostThatIsSilentBesideIt) {
    EXPECT_THAT(found_in(judge_run_without({5, 13, 20}, {"node05", "node20"})),
                ElementsAre("failed_pair of node13, both"));
}

TEST(ExcludedHost, IsNotAmongThoseThatASilentHostIsJudgedBy) {
    std::vector<Eigen::Index> silent;
    std::vector<std::string> excluded;
    for (Eigen::Index host = 0; host < 24; ++host) {
        silent.push_back(host);
        excluded.push_back(fmt::format("node{:02}", host));
    }
    silent.push_back(30);
    EXPECT_THAT(found_in(judge_run_without(silent, excluded)), ElementsAre("failed_pair of node30, both"));
}

/// The diagnosis of rounds on a tree with a slow host, without the values for which `is_lost` holds.
template <typename IsLost>
Diagnosis judge_rounds_without(const Schedule& schedule, const IsLost& is_lost) {
    HeldRun run{fabric(tree_with_gaps + ";fault,slow-node,host=5,factor=1.5")};
    run.description.schedule = schedule;
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (is_lost(sender, receiver)) delay = not_measured;
    });
    return judge(runs_of(run.run()));
}

constexpr Schedule all_rounds{ScheduleKind::rounds, 1, PairSample{}, true};
constexpr Schedule some_rounds{ScheduleKind::rounds, 1, PairSample{.fraction = 0.4}, true};
constexpr Schedule rounds_of_another_tool{.kind = ScheduleKind::rounds};

/// Each of the 32 hosts meets 12 others: those whose number differs from its own in a few ways.
bool is_in_no_round_drawn(Eigen::Index sender, Eigen::Index receiver) {
    const Eigen::Index round = sender ^ receiver;
    return round % 5 > 1 && round != 0;
}

TEST(FailedPairs, AreNotLookedForInASampleOfRounds) {
    for (const Schedule& schedule : {some_rounds, rounds_of_another_tool}) {
        const Diagnosis diagnosis = judge_rounds_without(schedule, is_in_no_round_drawn);
        EXPECT_THAT(found_in(diagnosis), ElementsAre("slow_node of node05, both")) << schedule.text();
        EXPECT_THAT(testing::reason_against(diagnosis, "failed pairs"),
                    HasSubstr("only a sample of the pairs"));
    }
}

TEST(FailedPairs, AreNotLookedForWhereTheRoundLeftOutWouldHaveLetAHostRest) {
    // Of an odd number of hosts one rests in each round: it lacks no way, though a round was left out.
    constexpr Eigen::Index hosts = 7;
    HeldRun run{fabric("fat-tree,hosts=7,leaf=7;noise,2%")};
    run.description.schedule = Schedule{ScheduleKind::rounds, 1, PairSample{.rounds = 6}, true};
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (sender != receiver && (sender + receiver) % hosts == 0) delay = not_measured;
    });
    const Diagnosis diagnosis = judge(runs_of(run.run()));
    EXPECT_THAT(found_in(diagnosis), IsEmpty());
    EXPECT_THAT(testing::reason_against(diagnosis, "failed pairs"), HasSubstr("only a sample of the pairs"));
}

TEST(FailedPairs, AreReportedWhereTheScheduleStatesThatAllWereMeasured) {
    EXPECT_THAT(
        found_in(judge_rounds_without(
            all_rounds, [](Eigen::Index sender, Eigen::Index receiver) { return (sender ^ receiver) == 1; })),
        ::testing::Contains("failed_pair of link node00 <-> node01, both"));
}

TEST(FailedPairs, IncludeAHostThatTookNoPartInAllRounds) {
    EXPECT_THAT(found_in(judge_rounds_without(all_rounds,
                                              [](Eigen::Index sender, Eigen::Index receiver) {
                                                  return sender == 13 || receiver == 13;
                                              })),
                ::testing::UnorderedElementsAre("failed_pair of node13, both", "slow_node of node05, both"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
