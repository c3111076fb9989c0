// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/rank_order.hpp"

#include "tests/diagnosis/judging.hpp"
#include "tests/expectations.hpp"
#include "tests/not_measured.hpp"
#include "tests/viewer/reading/held_runs.hpp"
#include "viewer/reading/display.hpp"

#include <numeric>
#include <set>

namespace fabricmap::viewer {
namespace {

using testing::cells;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::held;
using testing::not_measured;

Opened run_on(const std::vector<std::string>& hosts) {
    const auto ranks = static_cast<Eigen::Index>(hosts.size());
    return held("run", hosts, {8}, {{Statistic::median, {Matrix::Constant(ranks, ranks, 1)}}});
}

std::string why_not_ordered(const Displayed& shown, Order order) {
    return error_of<UsageError>([&] { static_cast<void>(order_of(shown, order, nullptr, 0)); });
}

/// How many ranges of equal values there are.
std::size_t ranges_in(const std::vector<int>& values) {
    std::size_t ranges = 1;
    for (std::size_t i = 1; i < values.size(); ++i) ranges += values[i] == values[i - 1] ? 0U : 1U;
    return ranges;
}

TEST(OrderOf, RanksIsThatOfTheirNumbers) {
    EXPECT_THAT(order_of(testing::displayed_at_first(run_on({"b", "a", "b"})), Order::rank, nullptr, 0),
                ElementsAre(0, 1, 2));
}

TEST(OrderOf, HostsReadsTheirNumbersAndKeepsRanksInTurn) {
    const Opened run = run_on({"node10", "node2", "node10", "node2", "node1"});
    EXPECT_THAT(order_of(testing::displayed_at_first(run), Order::host, nullptr, 0),
                ElementsAre(4, 1, 3, 0, 2));
    EXPECT_THAT(order_of(testing::displayed_at_first(run, Endpoints::hosts_median), Order::host, nullptr, 0),
                ElementsAre(2, 1, 0));
}

TEST(OrderOf, TopologyIsThatOfTheDiagnosedHosts) {
    const Opened run = run_on({"a", "b", "c", "a", "b"});
    diagnosis::Diagnosis diagnosis;
    diagnosis.runs.push_back({"run", run.description(), Statistic::median});
    diagnosis.hosts = {"a", "b", "c"};
    diagnosis.topology.emplace();
    diagnosis.topology->order = {2, 0, 1};
    EXPECT_THAT(order_of(testing::displayed_at_first(run), Order::topology, &diagnosis, 0),
                ElementsAre(2, 0, 3, 1, 4));
    EXPECT_THAT(
        order_of(testing::displayed_at_first(run, Endpoints::hosts_worst), Order::topology, &diagnosis, 0),
        ElementsAre(2, 0, 1));
}

TEST(OrderOf, TopologyKeepsTheLeavesOfAFatTreeTogether) {
    // Two ranks a host, four hosts a leaf.
    const Opened run = open_shared("synthetic:fat-tree,hosts=16,leaf=4x1,ranks-per-host=2;noise,2%");
    const diagnosis::Diagnosis diagnosis = testing::judge(testing::runs_of(*run.run));
    std::vector<int> leaves = order_of(testing::displayed_at_first(run), Order::topology, &diagnosis, 0);
    ASSERT_EQ(leaves.size(), 32U);
    for (int& rank : leaves) rank /= 8;
    EXPECT_EQ(ranges_in(leaves), 4U);
}

TEST(OrderOf, ClustersPutsNearEndpointsSideBySide) {
    // 0, 3 and 5 are near each other, and 1, 2 and 4; one direction between 0 and 3 is slow, one of 1 and 4
    // is missing.
    const Opened run = held("run", {"", "", "", "", "", ""}, {0, 8},
                            {{Statistic::median,
                              {Matrix::Constant(6, 6, 7), cells({{0, 10, 10, 30, 10, 1},
                                                                 {10, 0, 1, 10, not_measured, 10},
                                                                 {10, 1, 0, 10, 1, 10},
                                                                 {1, 10, 10, 0, 10, 1},
                                                                 {10, 1, 1, 10, 0, 10},
                                                                 {1, 10, 10, 1, 10, 0}})}}});
    std::vector<int> order = order_of(testing::displayed_at_first(run), Order::cluster, nullptr, 1);
    EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), 6U);
    for (int& rank : order) rank = rank == 0 || rank == 3 || rank == 5 ? 0 : 1;
    EXPECT_EQ(ranges_in(order), 2U);
}

TEST(OrderOf, ClustersTakesTheSmallerOfBothDirections) {
    // 0 and 2 are near each other, and 1 and 3, but one direction of each is slow.
    const Opened run = held(
        "run", {"", "", "", ""}, {8},
        {{Statistic::median, {cells({{0, 10, 1, 10}, {10, 0, 10, 30}, {30, 10, 0, 10}, {10, 1, 10, 0}})}}});
    std::vector<int> order = order_of(testing::displayed_at_first(run), Order::cluster, nullptr, 0);
    for (int& rank : order) rank %= 2;
    EXPECT_EQ(ranges_in(order), 2U);
}

TEST(OrderOf, ClustersTakesAPairOrOne) {
    EXPECT_THAT(order_of(testing::displayed_at_first(run_on({"a", "b"})), Order::cluster, nullptr, 0),
                ElementsAre(0, 1));
    EXPECT_THAT(order_of(testing::displayed_at_first(run_on({"a"})), Order::cluster, nullptr, 0),
                ElementsAre(0));
}

/// Says how many ranks it has, and breaks where it is read.
class Unread : public DelayStack {
  public:
    explicit Unread(std::int64_t ranks) : DelayStack(Statistic::median, ranks, {8}) {}

  private:
    [[nodiscard]] Matrix read_rows(std::size_t, std::int64_t, std::int64_t) const override { throw 1; }
};

TEST(OrderOf, SaysWhyItCannotBe) {
    Displayed shown = testing::displayed_at_first(run_on({"a", "b", "c"}));
    EXPECT_THAT(why_not_ordered(shown, Order::topology), HasSubstr("diagnose the run first"));
    shown.content = Content::clusters;
    EXPECT_THAT(why_not_ordered(shown, Order::cluster), HasSubstr("not distances"));
    shown.content = Content::delay;
    shown.stack = std::make_shared<Unread>(4097);
    EXPECT_THAT(why_not_ordered(shown, Order::cluster), HasSubstr("4097 ranks or hosts are too many"));
    EXPECT_THAT(why_not_ordered(shown, Order::cluster), HasSubstr("4096; show hosts"));
}

}  // namespace
}  // namespace fabricmap::viewer
