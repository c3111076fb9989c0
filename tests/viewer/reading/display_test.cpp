// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/display.hpp"

#include "tests/netcdf_schema/some_archives.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/viewer/reading/cuts.hpp"
#include "tests/viewer/reading/held_runs.hpp"
#include "viewer/reading/sum_stack.hpp"

#include <cmath>
#include <memory>

namespace fabricmap::viewer {
namespace {

using testing::cells;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::held;

Opened three_ranks(const std::vector<std::string>& hosts, double times = 1) {
    const Matrix delays = times * cells({{0, 1, 2}, {3, 0, 4}, {5, 6, 0}});
    return held("run", hosts, {8}, {{Statistic::median, {delays}}, {Statistic::deviation, {delays / 4}}});
}

std::string why_not_displayed(const Opened& run, Content content, Endpoints endpoints) {
    return error_of<UsageError>(
        [&] { static_cast<void>(display(run, nullptr, content, endpoints, Statistic::median)); });
}

TEST(Display, NamesRanksWithTheirHosts) {
    const Displayed shown =
        display(three_ranks({"b", "a", "b"}), nullptr, Content::delay, Endpoints::ranks, Statistic::median);
    EXPECT_EQ(shown.names[2].name, "rank 2 on b");
    EXPECT_EQ(shown.names[2].tick, "2");
    EXPECT_EQ(shown.names[2].host, "b");
    EXPECT_THAT(shown.ranks, ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(2)));
    EXPECT_EQ(shown.quantity, Quantity::delay);
    EXPECT_TRUE(shown.never.diagonal);
    EXPECT_EQ(shown.stack->plane(0)(2, 1), 6);
}

TEST(Display, NamesRanksAloneWhereNotAllHostsAreKnown) {
    const Displayed shown =
        display(three_ranks({"b", "", "b"}), nullptr, Content::delay, Endpoints::ranks, Statistic::median);
    EXPECT_EQ(shown.names[0].name, "rank 0");
    EXPECT_EQ(shown.names[0].host, "");
}

TEST(Display, ShowsHostsInTheOrderOfTheirFirstRanks) {
    const Displayed shown = display(three_ranks({"b", "a", "b"}), nullptr, Content::delay,
                                    Endpoints::hosts_worst, Statistic::median);
    ASSERT_EQ(shown.names.size(), 2U);
    EXPECT_EQ(shown.names[0].name, "b");
    EXPECT_THAT(shown.ranks, ElementsAre(ElementsAre(0, 2), ElementsAre(1)));
    EXPECT_FALSE(shown.never.diagonal);
    EXPECT_EQ(shown.stack->plane(0)(0, 0), 5);
    EXPECT_EQ(shown.stack->plane(0)(0, 1), 6);
}

TEST(Display, HostsOfOneRankEachHaveNoDelayWithin) {
    const Displayed shown = display(three_ranks({"c", "a", "b"}), nullptr, Content::delay,
                                    Endpoints::hosts_median, Statistic::median);
    EXPECT_TRUE(shown.never.diagonal);
}

TEST(Display, ShowsSpreadsAndComparisonsAsRatios) {
    const Opened run = three_ranks({"b", "a", "b"});
    const Opened earlier = three_ranks({"b", "a", "b"}, 0.5);
    const Displayed spread =
        display(run, nullptr, Content::spread, Endpoints::hosts_median, Statistic::median);
    EXPECT_EQ(spread.quantity, Quantity::ratio);
    EXPECT_EQ(spread.stack->plane(0)(0, 1), 0.25);
    const Displayed change = display(run, &earlier, Content::comparison, Endpoints::ranks, Statistic::median);
    EXPECT_EQ(change.quantity, Quantity::ratio);
    EXPECT_EQ(change.stack->plane(0)(0, 1), 2);
}

TEST(Display, ShowsGigabytesASecondOfLongMessages) {
    const Matrix at_64k = cells({{0, 20e-6}, {40e-6, 0}});
    const Matrix at_128k = cells({{0, 30e-6}, {60e-6, 0}});
    const Opened run = held("run", {"a", "b"}, {8, 65536, 131072},
                            {{Statistic::median, {cells({{0, 1e-6}, {1e-6, 0}}), at_64k, at_128k}}});
    const Displayed rates = display(run, nullptr, Content::rate, Endpoints::ranks, Statistic::median);
    EXPECT_EQ(rates.quantity, Quantity::rate);
    EXPECT_THAT(rates.stack->message_lengths(), ElementsAre(131072));
    EXPECT_DOUBLE_EQ(rates.stack->plane(0)(0, 1), 65536 / 10e-6);
    EXPECT_DOUBLE_EQ(rates.stack->plane(0)(1, 0), 65536 / 20e-6);
    EXPECT_TRUE(std::isnan(rates.stack->plane(0)(0, 0)));
    EXPECT_NEAR(rates.stack->pair(1, 0)(0), 65536 / 20e-6, 1);
    const Opened short_ones =
        held("short", {"a", "b"}, {8, 1024},
             {{Statistic::median, {cells({{0, 1e-6}, {1e-6, 0}}), cells({{0, 2e-6}, {2e-6, 0}})}}});
    EXPECT_THAT(why_not_displayed(short_ones, Content::rate, Endpoints::ranks), HasSubstr("-t stream"));
}

TEST(Display, OfHostsTheSlowestPairHasTheLowestRate) {
    const Matrix delays = cells({{0, 1, 2}, {3, 0, 4}, {5, 6, 0}});
    const Opened run =
        held("run", {"b", "a", "b"}, {16384, 32768}, {{Statistic::median, {delays, 2 * delays}}});
    const Displayed rates = display(run, nullptr, Content::rate, Endpoints::hosts_worst, Statistic::median);
    // 16K more from the ranks of b to that of a take 1 and 6 s longer.
    EXPECT_DOUBLE_EQ(rates.stack->plane(0)(0, 1), 16384.0 / 6);
}

TEST(Display, ShowsClustersOfAnArchive) {
    const testing::TemporaryFolder folder;
    testing::write_archive(folder / "run_median_arc.nc", testing::regular_archive(5));
    const Opened run = open_shared(folder / "run_median_arc.nc");
    const Displayed shown = display(run, nullptr, Content::clusters, Endpoints::ranks, run.run->preferred());
    EXPECT_EQ(shown.quantity, Quantity::count);
    EXPECT_EQ(shown.names.size(), 5U);
    EXPECT_EQ(shown.stack->plane(0)(2, 3), testing::regular_archive(5).labels[0][2 * 5 + 3]);
    EXPECT_THAT(why_not_displayed(run, Content::clusters, Endpoints::hosts_median), HasSubstr("show ranks"));
}

TEST(Display, SaysWhatIsMissing) {
    const Opened run = three_ranks({"b", "a", "b"});
    EXPECT_THAT(why_not_displayed(run, Content::comparison, Endpoints::ranks), HasSubstr("second run"));
    EXPECT_THAT(why_not_displayed(run, Content::clusters, Endpoints::ranks),
                HasSubstr("network_clusterizer"));
    const Opened nameless = three_ranks({"", "", ""});
    EXPECT_THAT(why_not_displayed(nameless, Content::delay, Endpoints::hosts_median),
                HasSubstr("show ranks"));
    const Opened median_alone = held("m", {"a", "b"}, {8}, {{Statistic::median, {cells({{0, 1}, {1, 0}})}}});
    EXPECT_THAT(why_not_displayed(median_alone, Content::spread, Endpoints::ranks), HasSubstr("deviation"));
}

/// Of traffic that is not complete at any length.
class NoLengths : public DelayStack {
  public:
    NoLengths() : DelayStack(Statistic::count, 2, {}) {}

  private:
    [[nodiscard]] Matrix read_rows(std::size_t, std::int64_t, std::int64_t) const override { return {}; }
};

TEST(Sums, OverNoLengthsHaveNone) {
    EXPECT_TRUE(sum_over_lengths(std::make_shared<const NoLengths>())->message_lengths().empty());
}

}  // namespace
}  // namespace fabricmap::viewer
