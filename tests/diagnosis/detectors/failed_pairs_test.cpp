// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/not_measured.hpp"

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::fabric;
using ::testing::HasSubstr;
using testing::HeldRun;
using ::testing::IsEmpty;
using testing::judge;
using testing::not_measured;
using testing::runs_of;
using testing::told;

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

TEST(FailedPair, IsToldBothWays) {
    EXPECT_THAT(told(judge(tree_with_gaps + ";fault,dead-pair,between=3,20")),
                ElementsAre("failed_pair of link node03 <-> node20, both"));
}

TEST(FailedPair, IsToldWithItsDirection) {
    EXPECT_THAT(told(judge_without([](std::size_t, Eigen::Index sender, Eigen::Index receiver) {
                    return sender == 20 && receiver == 3;
                })),
                ElementsAre("failed_pair of link node20 -> node03, sender"));
}

TEST(FailedHost, IsToldInsteadOfAllItsPairs) {
    const Diagnosis diagnosis = judge_without([](std::size_t, Eigen::Index sender, Eigen::Index receiver) {
        return sender == 13 || receiver == 13;
    });
    EXPECT_THAT(told(diagnosis), ElementsAre("failed_pair of node13, both"));
    EXPECT_EQ(diagnosis.fault_count(), 1);
}

TEST(FailedPairs, DoNotHideASlowHost) {
    HeldRun run{fabric(tree_with_gaps + ";fault,slow-node,host=5,factor=1.5")};
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (sender == 13 || receiver == 13) delay = not_measured;
    });
    EXPECT_THAT(told(judge(runs_of(run.run()))),
                ::testing::UnorderedElementsAre("failed_pair of node13, both", "slow_node of node05, both"));
}

TEST(FailedPairs, AreNoneWhereSingleValuesAreMissing) {
    EXPECT_THAT(
        told(judge_without([](std::size_t k, Eigen::Index sender, Eigen::Index receiver) {
            return (k + 3 * static_cast<std::size_t>(sender) + 7 * static_cast<std::size_t>(receiver)) % 40 ==
                   0;
        })),
        IsEmpty());
}

TEST(FailedPairs, AreNotLookedForWhereMostPairsMissValues) {
    const Diagnosis diagnosis =
        judge_without([](std::size_t k, Eigen::Index, Eigen::Index) { return k % 3 == 0; });
    EXPECT_THAT(told(diagnosis), IsEmpty());
    EXPECT_THAT(testing::reason_against(diagnosis, "failed pairs"), HasSubstr("33 %"));
}

/// The diagnosis of the tree without what those hosts send and receive, after that command line and history.
Diagnosis judge_run_without(const std::vector<Eigen::Index>& silent, const std::string& command_line,
                            const std::string& history = {}) {
    HeldRun run{fabric(tree_with_gaps)};
    run.description.command_line = command_line;
    run.description.history = history;
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        for (const Eigen::Index host : silent) {
            if (sender == host || receiver == host) delay = not_measured;
        }
    });
    return judge(runs_of(run.run()));
}

TEST(ExcludedHost, IsNoFaultAndIsToldAsNotExamined) {
    for (const auto& [command_line, history] :
         {std::pair("network_test -f a --exclude-hosts node13,node05 --schedule serial", ""),
          std::pair("network_test -f a",
                    "2026-01-02T03:04:05Z network_test -f a\n"
                    "2026-01-02T04:04:05Z network_test -f a --resume --exclude-hosts=node05,node13")}) {
        const Diagnosis diagnosis = judge_run_without({5, 13}, command_line, history);
        EXPECT_THAT(told(diagnosis), IsEmpty()) << command_line;
        EXPECT_THAT(testing::reason_against(diagnosis, "node[05,13]"), HasSubstr("--exclude-hosts"));
        EXPECT_EQ(testing::reason_against(diagnosis, "failed pairs"), "");
    }
}

TEST(ExcludedHost, HidesNoHostThatIsSilentBesideIt) {
    EXPECT_THAT(told(judge_run_without({5, 13, 20}, "network_test --exclude-hosts node05,node20")),
                ElementsAre("failed_pair of node13, both"));
}

TEST(ExcludedHost, IsNotAmongThoseThatASilentHostIsJudgedBy) {
    std::vector<Eigen::Index> silent;
    std::string excluded;
    for (Eigen::Index host = 0; host < 24; ++host) {
        silent.push_back(host);
        excluded += fmt::format("{}node{:02}", excluded.empty() ? "" : ",", host);
    }
    silent.push_back(30);
    EXPECT_THAT(told(judge_run_without(silent, "network_test --exclude-hosts " + excluded)),
                ElementsAre("failed_pair of node30, both"));
}

/// The diagnosis of rounds on a tree with a slow host, without the values for which `is_lost` holds.
template <typename IsLost>
Diagnosis judge_rounds_without(const std::string& schedule, const IsLost& is_lost) {
    HeldRun run{fabric(tree_with_gaps + ";fault,slow-node,host=5,factor=1.5")};
    run.description.schedule = schedule;
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (is_lost(sender, receiver)) delay = not_measured;
    });
    return judge(runs_of(run.run()));
}

const std::string all_rounds = "rounds, active per node 1, shuffled";
const std::string some_rounds = "rounds, active per node 1, 40 % of the pairs, shuffled";
const std::string rounds_of_another_tool = "rounds";

/// Each of the 32 hosts meets 12 others: those whose number differs from its own in a few ways.
bool is_in_no_round_drawn(Eigen::Index sender, Eigen::Index receiver) {
    const Eigen::Index round = sender ^ receiver;
    return round % 5 > 1 && round != 0;
}

TEST(FailedPairs, AreNotLookedForInASampleOfRounds) {
    for (const std::string& schedule : {some_rounds, rounds_of_another_tool}) {
        const Diagnosis diagnosis = judge_rounds_without(schedule, is_in_no_round_drawn);
        EXPECT_THAT(told(diagnosis), ElementsAre("slow_node of node05, both")) << schedule;
        EXPECT_THAT(testing::reason_against(diagnosis, "failed pairs"), HasSubstr("--sample-pairs"));
    }
}

TEST(FailedPairs, AreNotLookedForWhereTheRoundLeftOutWouldHaveLetAHostRest) {
    // Of an odd number of hosts one rests in each round: it lacks no way, though a round was left out.
    constexpr Eigen::Index hosts = 7;
    HeldRun run{fabric("fat-tree,hosts=7,leaf=7;noise,2%")};
    run.description.schedule = "rounds, active per node 1, 6 rounds, shuffled";
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (sender != receiver && (sender + receiver) % hosts == 0) delay = not_measured;
    });
    const Diagnosis diagnosis = judge(runs_of(run.run()));
    EXPECT_THAT(told(diagnosis), IsEmpty());
    EXPECT_THAT(testing::reason_against(diagnosis, "failed pairs"), HasSubstr("--sample-pairs"));
}

TEST(FailedPairs, AreToldWhereTheScheduleSaysThatAllWereMeasured) {
    EXPECT_THAT(
        told(judge_rounds_without(
            all_rounds, [](Eigen::Index sender, Eigen::Index receiver) { return (sender ^ receiver) == 1; })),
        ::testing::Contains("failed_pair of link node00 <-> node01, both"));
}

TEST(FailedPairs, IncludeAHostThatTookNoPartInAllRounds) {
    EXPECT_THAT(told(judge_rounds_without(all_rounds,
                                          [](Eigen::Index sender, Eigen::Index receiver) {
                                              return sender == 13 || receiver == 13;
                                          })),
                ::testing::UnorderedElementsAre("failed_pair of node13, both", "slow_node of node05, both"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
