// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/curve_reading.hpp"

#include "tests/diagnosis/judging.hpp"
#include "tests/viewer/reading/held_runs.hpp"
#include "viewer/reading/display.hpp"

namespace fabricmap::viewer {
namespace {

using testing::cells;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::held;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

Opened two_hosts() {
    const auto two = [](double one_way, double back) { return cells({{0, one_way}, {back, 0}}); };
    return held("run", {"a", "b"}, {0, 8},
                {{Statistic::minimum, {two(1, 2), two(3, 4)}},
                 {Statistic::median, {two(10, 20), two(30, 40)}},
                 {Statistic::maximum, {two(100, 200), two(300, 400)}},
                 {Statistic::deviation, {two(5, 5), two(6, 6)}},
                 {Statistic::count, {two(7, 8), two(9, 11)}}});
}

Displayed shown_of(const Opened& run, Statistic statistic, Content content = Content::delay,
                   Endpoints endpoints = Endpoints::ranks) {
    return display(run, nullptr, content, endpoints, statistic);
}

TEST(ReadPairs, TakesTheStatisticBetweenMinimumAndMaximum) {
    const Opened run = two_hosts();
    const CurveSet set = read_pairs(run, shown_of(run, Statistic::median), Pairs{{1, 0}, {0, 1}}, nullptr);
    EXPECT_THAT(set.lengths, ElementsAre(0, 8));
    EXPECT_EQ(set.quantity, Quantity::delay);
    ASSERT_THAT(set.curves, SizeIs(2));
    EXPECT_EQ(set.curves[0].name, "rank 1 on b → rank 0 on a");
    EXPECT_THAT(set.curves[0].low, ElementsAre(2, 4));
    EXPECT_THAT(set.curves[0].middle, ElementsAre(20, 40));
    EXPECT_THAT(set.curves[0].high, ElementsAre(200, 400));
    EXPECT_THAT(set.curves[1].middle, ElementsAre(10, 30));
    EXPECT_THAT(set.breaks, IsEmpty());
}

TEST(ReadPairs, HasNoBandAboutWhatIsNoDelay) {
    const Opened run = two_hosts();
    const Pairs pair{{1, 0}};
    const CurveSet counts = read_pairs(run, shown_of(run, Statistic::count), pair, nullptr);
    EXPECT_EQ(counts.quantity, Quantity::count);
    EXPECT_THAT(counts.curves[0].middle, ElementsAre(8, 11));
    EXPECT_THAT(counts.curves[0].low, IsEmpty());
    EXPECT_THAT(read_pairs(run, shown_of(run, Statistic::deviation), pair, nullptr).curves[0].low, IsEmpty());
    const CurveSet spread = read_pairs(run, shown_of(run, Statistic::median, Content::spread), pair, nullptr);
    EXPECT_EQ(spread.quantity, Quantity::ratio);
    EXPECT_THAT(spread.curves[0].middle, ElementsAre(0.25, 0.15));
    EXPECT_THAT(spread.curves[0].high, IsEmpty());
}

TEST(ReadPairs, FoldsTheBandOfHostsAsTheirCells) {
    const auto plane = [](double factor) {
        return Matrix(factor * cells({{0, 1, 2}, {1, 0, 5}, {3, 4, 0}}));
    };
    const Opened run = held("run", {"a", "a", "b"}, {8},
                            {{Statistic::minimum, {plane(1)}},
                             {Statistic::median, {plane(2)}},
                             {Statistic::maximum, {plane(4)}}});
    const Displayed worst = shown_of(run, Statistic::median, Content::delay, Endpoints::hosts_worst);
    const CurveSet set = read_pairs(run, worst, Pairs{{0, 1}}, nullptr);
    EXPECT_EQ(set.curves[0].name, "a → b");
    EXPECT_THAT(set.curves[0].low, ElementsAre(5));
    EXPECT_THAT(set.curves[0].middle, ElementsAre(10));
    EXPECT_THAT(set.curves[0].high, ElementsAre(20));
}

TEST(ReadPairs, MarksTheBreaksOfThePairsClasses) {
    // Planted: 5 µs more between hosts from 4K on, 20 µs more within them from 64K on.
    const Opened run = open_shared(
        "synthetic:fat-tree,hosts=8,leaf=8x1,ranks-per-host=2;break,at=4K,jump=5us,where=between-hosts;"
        "break,at=64K,jump=20us,where=within-hosts");
    const diagnosis::Diagnosis diagnosis = testing::judge(testing::runs_of(*run.run));
    const Displayed shown = shown_of(run, Statistic::median);
    const CurveSet between = read_pairs(run, shown, Pairs{{0, 5}}, &diagnosis);
    ASSERT_THAT(between.breaks, SizeIs(1));
    EXPECT_EQ(between.breaks[0].before_bytes, 2048);
    EXPECT_EQ(between.breaks[0].after_bytes, 4096);
    EXPECT_EQ(between.breaks[0].class_name, "between hosts");
    EXPECT_NEAR(between.breaks[0].jump_s, 5e-6, 1e-6);
    const CurveSet within = read_pairs(run, shown, Pairs{{2, 3}}, &diagnosis);
    ASSERT_THAT(within.breaks, SizeIs(1));
    EXPECT_EQ(within.breaks[0].after_bytes, 65536);
    const CurveSet both = read_pairs(run, shown, Pairs{{2, 3}, {0, 5}}, &diagnosis);
    ASSERT_THAT(both.breaks, SizeIs(2));
    EXPECT_EQ(both.breaks[0].after_bytes, 4096);
    EXPECT_THAT(breaks_of(diagnosis), SizeIs(2));
}

TEST(ClassOfEndpoints, OfAHostWithItselfIsThatOfItsRanks) {
    const Opened run = open_shared("synthetic:fat-tree,hosts=4,leaf=4x1,ranks-per-host=2");
    const diagnosis::Diagnosis diagnosis = testing::judge(testing::runs_of(*run.run));
    const Displayed hosts = shown_of(run, Statistic::median, Content::delay, Endpoints::hosts_median);
    EXPECT_EQ(class_of_endpoints(diagnosis, hosts, 2, 2)->name, "within hosts");
    EXPECT_EQ(class_of_endpoints(diagnosis, hosts, 2, 3)->name, "between hosts");
    EXPECT_EQ(class_of_endpoints(diagnosis, shown_of(run, Statistic::median), 2, 2), nullptr);
}

}  // namespace
}  // namespace fabricmap::viewer
