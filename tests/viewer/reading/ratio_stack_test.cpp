// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/ratio_stack.hpp"

#include "tests/not_measured.hpp"
#include "tests/viewer/reading/cuts.hpp"
#include "tests/viewer/reading/held_runs.hpp"

namespace fabricmap::viewer {
namespace {

using testing::cells;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::held;
using testing::not_measured;
using testing::same_numbers;

const auto any = cells({{0, 1}, {1, 0}});

TEST(Spread, IsTheDeviationInMedians) {
    const auto run =
        held("run", {"a", "b"}, {0, 8},
             {{Statistic::deviation, {cells({{0, 3}, {1, 0}}), cells({{0, not_measured}, {5, 0}})}},
              {Statistic::median, {cells({{0, 12}, {0, 0}}), cells({{0, 4}, {2, 0}})}}});
    const auto spread = spread_of(run.run->stack(Statistic::deviation), run.run->stack(Statistic::median));
    EXPECT_TRUE(same_numbers(spread->plane(0), cells({{not_measured, 0.25}, {not_measured, not_measured}})));
    EXPECT_TRUE(same_numbers(spread->plane(1), cells({{not_measured, not_measured}, {2.5, not_measured}})));
    testing::expect_cuts_of_planes(*spread);
}

TEST(Spread, TakesTheLengthsThatBothHave) {
    const auto one = held("one", {"a", "b"}, {0, 8}, {{Statistic::deviation, {any, any}}});
    const auto other = held("other", {"a", "b"}, {8, 9}, {{Statistic::median, {2 * any, 4 * any}}});
    const auto spread = spread_of(one.run->stack(Statistic::deviation), other.run->stack(Statistic::median));
    EXPECT_THAT(spread->message_lengths(), ElementsAre(8));
    EXPECT_EQ(spread->plane(0)(0, 1), 0.5);
}

// Now: a has two ranks, b and the new c one each. Then: b came first, and d is gone since.
Opened now() {
    return held("now", {"a", "a", "b", "c"}, {1, 8, 64},
                {{Statistic::median,
                  {cells({{0, 9, 9, 9}, {9, 0, 9, 9}, {9, 9, 0, 9}, {9, 9, 9, 0}}),
                   cells({{0, 6, 10, 1}, {15, 0, 14, 1}, {22, 26, 0, 1}, {1, 1, 1, 0}}),
                   cells({{0, 2, 2, 2}, {2, 0, not_measured, 2}, {2, 2, 0, 2}, {2, 2, 2, 0}})}}});
}

Opened then() {
    return held("then", {"b", "a", "d", "a"}, {8, 64, 512},
                {{Statistic::median,
                  {cells({{0, 11, 1, 13}, {5, 0, 1, 3}, {1, 1, 0, 1}, {7, 5, 1, 0}}),
                   cells({{0, 4, 4, 4}, {1, 0, 4, 0}, {4, 4, 0, 4}, {4, 4, 4, 0}}),
                   cells({{0, 9, 9, 9}, {9, 0, 9, 9}, {9, 9, 0, 9}, {9, 9, 9, 0}})}}});
}

TEST(Comparison, DividesPairByPairOfTheSamePlacesAndLengths) {
    const auto ratio = comparison_of(now(), then(), Statistic::median);
    EXPECT_THAT(ratio->message_lengths(), ElementsAre(8, 64));
    // a:0 to a:1 is 6 now and was 3, a:0 to b is 10 and was 5, a:1 to a:0 15 and 5, and so on.
    EXPECT_TRUE(
        same_numbers(ratio->plane(0), cells({{not_measured, 2, 2, not_measured},
                                             {3, not_measured, 2, not_measured},
                                             {2, 2, not_measured, not_measured},
                                             {not_measured, not_measured, not_measured, not_measured}})));
    // What took no time then, or is not measured now, has no ratio.
    EXPECT_TRUE(
        same_numbers(ratio->plane(1), cells({{not_measured, not_measured, 2, not_measured},
                                             {0.5, not_measured, not_measured, not_measured},
                                             {0.5, 0.5, not_measured, not_measured},
                                             {not_measured, not_measured, not_measured, not_measured}})));
    testing::expect_cuts_of_planes(*ratio);
}

TEST(Comparison, MatchesRanksByNumberWhereHostsAreNotReported) {
    const auto one = held("one", {"", ""}, {8}, {{Statistic::median, {6 * any}}});
    const auto other = held("other", {"x", "y"}, {8}, {{Statistic::median, {4 * any}}});
    EXPECT_EQ(comparison_of(one, other, Statistic::median)->plane(0)(1, 0), 1.5);
}

TEST(Comparison, SaysWhyItCannotBe) {
    const auto why = [](const Opened& one, const Opened& other) {
        return error_of<UsageError>([&] { static_cast<void>(comparison_of(one, other, Statistic::median)); });
    };
    const auto two = held("two", {"", ""}, {8}, {{Statistic::median, {any}}});
    EXPECT_THAT(why(now(), two), HasSubstr("now has 4 ranks and two has 2"));
    const auto elsewhere = held("elsewhere", {"x", "y"}, {8}, {{Statistic::median, {any}}});
    EXPECT_THAT(why(now(), elsewhere), HasSubstr("no host in common"));
    const auto longer = held("longer", {"a", "b"}, {9}, {{Statistic::median, {any}}});
    EXPECT_THAT(why(now(), longer), HasSubstr("no message length in common"));

    Opened both_ways = then();
    RunDescription description = both_ways.description();
    description.mode = Mode::all_to_all;
    both_ways.run = std::make_shared<fabricmap::Run>(
        "then", description,
        fabricmap::Run::Stacks{{Statistic::median, both_ways.run->stack(Statistic::median)}}, std::nullopt);
    EXPECT_THAT(why(now(), both_ways), HasSubstr("now measured one_to_one and then measured all_to_all"));
}

}  // namespace
}  // namespace fabricmap::viewer
