// SPDX-License-Identifier: Apache-2.0
#include "measuring/roster.hpp"

#include "tests/expectations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<RankLocation> run{{"a", 0}, {"a", 0}, {"b", 1}, {"b", 1}, {"c", 2}};

TEST(Roster, OfANewRunIsTheJob) {
    const Roster roster = Roster::of_new_run(run, {});
    EXPECT_THAT(roster.endpoints(), ElementsAre(0, 1, 2, 3, 4));
    EXPECT_EQ(roster.matrix_rank(3), 3);
}

TEST(Roster, LeavesTheExcludedHostsOut) {
    EXPECT_THAT(Roster::of_new_run(run, {"b"}).endpoints(), ElementsAre(0, 1, 4));
}

TEST(Roster, MatchesRanksByTheirHostAndPlaceThere) {
    // The host b is gone, and the others come in another order.
    const std::vector<RankLocation> job{{"c", 0}, {"a", 1}, {"a", 1}};
    const Roster roster = Roster::of_earlier_run(job, run, {"b"});
    EXPECT_THAT(roster.endpoints(), ElementsAre(0, 1, 2));
    EXPECT_EQ(roster.matrix_rank(0), 4);
    EXPECT_EQ(roster.matrix_rank(1), 0);
    EXPECT_EQ(roster.matrix_rank(2), 1);
}

TEST(Roster, PutsARowWhereItBelongsAndNothingWhereTheJobHasNoRank) {
    const std::vector<RankLocation> job{{"c", 0}, {"a", 1}, {"a", 1}};
    const Roster roster = Roster::of_earlier_run(job, run, {"b"});
    const std::vector<CellStatistics> row{
        {.median = 1, .count = 1}, {.median = 2, .count = 1}, {.median = 3, .count = 1}};
    const auto whole = roster.matrix_row(row, run.size());
    EXPECT_EQ(whole[4].median, 1);
    EXPECT_EQ(whole[0].median, 2);
    EXPECT_EQ(whole[1].median, 3);
    for (const std::size_t gone : {2U, 3U}) {
        EXPECT_EQ(whole[gone].count, 0);
        EXPECT_TRUE(whole[gone].has(Quality::missing));
    }
}

TEST(Roster, RefusesWhatCannotBeMatched) {
    const auto refusal = [](const auto& action) { return testing::error_of<UsageError>(action); };
    EXPECT_THAT(refusal([] { (void)Roster::of_new_run(run, {"z"}); }), HasSubstr("--exclude-hosts z"));
    EXPECT_THAT(refusal([] { (void)Roster::of_new_run(run, {"a", "b"}); }), HasSubstr("fewer than two"));
    EXPECT_THAT(refusal([] {
                    (void)Roster::of_earlier_run({{"a", 0}, {"a", 0}, {"a", 0}, {"c", 1}}, run, {"b"});
                }),
                HasSubstr("no rank 2 on a"));
    EXPECT_THAT(refusal([] {
                    (void)Roster::of_earlier_run({{"a", 0}, {"a", 0}}, run, {"b"});
                }),
                HasSubstr("lacks rank 4 of the run, on c"));
}

}  // namespace
}  // namespace fabricmap
