// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/host_fold_stack.hpp"

#include "tests/not_measured.hpp"
#include "tests/viewer/reading/cuts.hpp"
#include "tests/viewer/reading/held_runs.hpp"

namespace fabricmap::viewer {
namespace {

using testing::cells;
using testing::held;
using testing::not_measured;
using testing::same_numbers;

// Ranks 0, 2 and 3 are on a, rank 1 is alone on b.
Opened scattered() {
    return held("run", {"a", "b", "a", "a"}, {0, 8},
                {{Statistic::median,
                  {cells({{0, 10, 1, 2}, {7, 0, 9, 8}, {3, 20, 0, 4}, {5, 30, 60, 0}}),
                   cells({{0, not_measured, 1, not_measured},
                          {7, 0, not_measured, 8},
                          {not_measured, not_measured, 0, not_measured},
                          {not_measured, not_measured, not_measured, 0}})}}});
}

std::shared_ptr<const DelayStack> folded(const Opened& run, HostFold fold) {
    return folded_to_hosts(run.run->stack(Statistic::median), diagnosis::machine_of(run.description()), fold);
}

TEST(HostFold, IsTheMedianOverThePairsOfRanks) {
    const auto hosts = folded(scattered(), HostFold::median);
    EXPECT_EQ(hosts->rank_count(), 2);
    // Within a: 1, 2, 3, 4, 5, 60 of different ranks; b has a single rank.
    EXPECT_TRUE(same_numbers(hosts->plane(0), cells({{3.5, 20}, {8, not_measured}})));
}

TEST(HostFold, IsTheWorstOfThePairsOfRanks) {
    EXPECT_TRUE(
        same_numbers(folded(scattered(), HostFold::worst)->plane(0), cells({{60, 30}, {9, not_measured}})));
}

TEST(HostFold, TakesThePairsThatWereMeasured) {
    const auto expected = cells({{1, not_measured}, {7.5, not_measured}});
    EXPECT_TRUE(same_numbers(folded(scattered(), HostFold::median)->plane(1), expected));
    EXPECT_TRUE(same_numbers(folded(scattered(), HostFold::worst)->plane(1),
                             cells({{1, not_measured}, {8, not_measured}})));
}

TEST(HostFold, HasTheSameCutsAsItsPlanes) {
    testing::expect_cuts_of_planes(*folded(scattered(), HostFold::median));
    testing::expect_cuts_of_planes(*folded(scattered(), HostFold::worst));
}

}  // namespace
}  // namespace fabricmap::viewer
