// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <fmt/format.h>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::fabric;
using testing::HeldRun;
using ::testing::IsEmpty;
using testing::judge;
using testing::runs_of;

constexpr int ranks_side_by_side = 4;

HeldRun measured(bool together, std::uint64_t seed) {
    HeldRun run{fabric(fmt::format("fat-tree,hosts=12,leaf=12,ranks-per-host={};noise,3%;sweep,seed={}",
                                   ranks_side_by_side, seed))};
    run.description.schedule = Schedule{};
    run.description.schedule->kind = ScheduleKind::rounds;
    run.description.schedule->together = together;
    return run;
}

/// Messages from and to those ranks of node 5 take longer by the factor.
void slow_down(HeldRun& run, int first, int last, double factor) {
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        const auto is_slow = [&](Eigen::Index rank) {
            return rank / ranks_side_by_side == 5 && rank % ranks_side_by_side >= first &&
                   rank % ranks_side_by_side <= last;
        };
        if (sender / ranks_side_by_side != receiver / ranks_side_by_side &&
            (is_slow(sender) || is_slow(receiver)))
            delay *= factor;
    });
}

std::vector<std::string> shared_adapters_in(const HeldRun& alone, const HeldRun& together) {
    std::vector<std::string> sentences;
    for (const Finding& finding : judge(runs_of(alone.run("alone"), together.run("together"))).findings) {
        if (finding.kind == FindingKind::shared_adapter) sentences.push_back(sentence_of(finding));
    }
    return sentences;
}

TEST(SlowerTogether, RanksThatShareAnAdapterAreNamed) {
    HeldRun together = measured(true, 2);
    slow_down(together, 2, 3, 2);
    EXPECT_THAT(shared_adapters_in(measured(false, 1), together),
                ElementsAre(::testing::MatchesRegex(
                    "node05 sends from ranks 22, 23 at once (1.9.|2|2.0.) times slower than alone")));
}

TEST(SlowerTogether, AHostWhoseRanksAreSlowAloneAlsoSharesNothing) {
    HeldRun alone = measured(false, 1);
    HeldRun together = measured(true, 2);
    slow_down(alone, 2, 3, 2);
    slow_down(together, 2, 3, 2);
    EXPECT_THAT(shared_adapters_in(alone, together), IsEmpty());
}

TEST(SlowerTogether, WhereAllHostsLoseTheSameNobodyIsNamed) {
    HeldRun together = measured(true, 2);
    together.alter([](std::size_t, Eigen::Index, Eigen::Index, double& delay) { delay *= 4; });
    EXPECT_THAT(shared_adapters_in(measured(false, 1), together), IsEmpty());
}

TEST(SlowerTogether, ASingleRankThatLosesSharesNoAdapter) {
    HeldRun together = measured(true, 2);
    slow_down(together, 3, 3, 2);
    EXPECT_THAT(shared_adapters_in(measured(false, 1), together), IsEmpty());
}

}  // namespace
}  // namespace fabricmap::diagnosis
