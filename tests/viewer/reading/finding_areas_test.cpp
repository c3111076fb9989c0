// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/finding_areas.hpp"

#include "tests/diagnosis/judging.hpp"
#include "tests/not_measured.hpp"
#include "tests/viewer/reading/held_runs.hpp"
#include "viewer/reading/display.hpp"

#include <algorithm>
#include <numeric>

namespace fabricmap::viewer {

// For messages of failed tests.
static void PrintTo(const FindingArea& area, std::ostream* out) {
    *out << fmt::format("{}+{} x {}+{} of {}", area.first_row, area.rows, area.first_column, area.columns,
                        area.finding);
}

namespace {

using diagnosis::Finding;
using diagnosis::FindingKind;
using diagnosis::Side;
using ::testing::ElementsAre;
using testing::held;
using ::testing::IsEmpty;
using testing::not_measured;
using ::testing::Optional;
using ::testing::UnorderedElementsAre;

std::vector<int> as_numbered(const Displayed& shown) {
    std::vector<int> order(shown.names.size());
    std::iota(order.begin(), order.end(), 0);
    return order;
}

std::size_t the(FindingKind kind, const diagnosis::Diagnosis& diagnosis) {
    const auto found = std::find_if(diagnosis.findings.begin(), diagnosis.findings.end(),
                                    [&](const Finding& finding) { return finding.kind == kind; });
    EXPECT_NE(found, diagnosis.findings.end()) << ::testing::PrintToString(testing::found_in(diagnosis));
    return static_cast<std::size_t>(found - diagnosis.findings.begin());
}

TEST(FindingAreas, OfASlowSwitchAndASlowSenderAreTheirRowsAndColumns) {
    // Planted: the switch above hosts 16 to 23, both ways, and what host 30 sends.
    const Opened run = open_shared("synthetic:fat_tree_faulty");
    const diagnosis::Diagnosis diagnosis = testing::judge(testing::runs_of(*run.run));
    const std::size_t slow_switch = the(FindingKind::slow_switch, diagnosis);
    const std::size_t slow_node = the(FindingKind::slow_node, diagnosis);
    const Displayed shown = testing::displayed_at_first(run);
    const auto order = as_numbered(shown);
    EXPECT_THAT(
        areas_of(diagnosis, std::vector{slow_switch, slow_node}, shown, order),
        UnorderedElementsAre(FindingArea{16, 8, 0, 64, slow_switch}, FindingArea{0, 64, 16, 8, slow_switch},
                             FindingArea{30, 1, 0, 64, slow_node}));
    EXPECT_THAT(first_cell(diagnosis, slow_node, shown, order), Optional(Cell{30, 0}));
}

TEST(FindingAreas, OfALinkIsTheBlockOfItsHosts) {
    // Three ranks a host: 3, 4 and 5 send slowly to 18, 19 and 20.
    const Opened run = open_shared(
        "synthetic:fat-tree,hosts=16,leaf=4x1,ranks-per-host=3;noise,1%;fault,slow-link,sender=1,receiver=6,"
        "factor=3");
    const diagnosis::Diagnosis diagnosis = testing::judge(testing::runs_of(*run.run));
    const std::size_t link = the(FindingKind::slow_link, diagnosis);
    const Displayed ranks = testing::displayed_at_first(run);
    EXPECT_THAT(areas_of(diagnosis, std::vector{link}, ranks, as_numbered(ranks)),
                ElementsAre(FindingArea{3, 3, 18, 3, link}));
    const Displayed hosts = testing::displayed_at_first(run, Endpoints::hosts_median);
    EXPECT_THAT(areas_of(diagnosis, std::vector{link}, hosts, as_numbered(hosts)),
                ElementsAre(FindingArea{1, 1, 6, 1, link}));
    EXPECT_THAT(first_cell(diagnosis, link, hosts, as_numbered(hosts)), Optional(Cell{1, 6}));
}

/// Six ranks on hosts a, b and c, and findings that a test makes up.
class AreasOfOne : public ::testing::Test {
  protected:
    AreasOfOne() {
        diagnosis_.runs.push_back({"run", run_.description(), Statistic::median});
        diagnosis_.hosts = {"a", "b", "c"};
        diagnosis_.lengths = run_.description().message_lengths;
    }
    std::vector<FindingArea> areas(const Finding& finding,
                                   const std::vector<int>& order = {0, 1, 2, 3, 4, 5}) {
        diagnosis_.findings = {finding};
        return areas_of(diagnosis_, std::vector<std::size_t>{0}, testing::displayed_at_first(run_), order);
    }
    std::optional<Cell> cell(const Finding& finding, const std::vector<int>& order = {0, 1, 2, 3, 4, 5}) {
        diagnosis_.findings = {finding};
        return first_cell(diagnosis_, 0, testing::displayed_at_first(run_), order);
    }
    std::size_t plane(const Finding& finding) {
        diagnosis_.findings = {finding};
        return plane_to_show(diagnosis_, 0, testing::displayed_at_first(run_));
    }
    static Finding node_a(Side side) {
        Finding finding;
        finding.part = diagnosis::part::Host{"a"};
        finding.side = side;
        return finding;
    }

    Opened run_ = held("run", {"a", "a", "b", "b", "c", "c"}, {0, 8, 64, 512},
                       {{Statistic::median, std::vector<Matrix>(4, Matrix::Constant(6, 6, 1))}});
    diagnosis::Diagnosis diagnosis_;
};

TEST_F(AreasOfOne, PartFollowTheSide) {
    EXPECT_THAT(areas(node_a(Side::sender)), ElementsAre(FindingArea{0, 2, 0, 6, 0}));
    EXPECT_THAT(areas(node_a(Side::receiver)), ElementsAre(FindingArea{0, 6, 0, 2, 0}));
    EXPECT_THAT(areas(node_a(Side::both)),
                UnorderedElementsAre(FindingArea{0, 2, 0, 6, 0}, FindingArea{0, 6, 0, 2, 0}));
}

TEST_F(AreasOfOne, PartLieWhereTheOrderPutsIt) {
    EXPECT_THAT(areas(node_a(Side::sender), {2, 1, 3, 4, 5, 0}),
                ElementsAre(FindingArea{1, 1, 0, 6, 0}, FindingArea{5, 1, 0, 6, 0}));
    EXPECT_THAT(areas(node_a(Side::sender), {5, 4, 1, 0, 3, 2}), ElementsAre(FindingArea{2, 2, 0, 6, 0}));
}

TEST_F(AreasOfOne, PartLieAtTheirNumbersWithoutAnOrder) {
    Finding node_b = node_a(Side::sender);
    node_b.part = diagnosis::part::Host{"b"};
    EXPECT_THAT(areas(node_b, {}), ElementsAre(FindingArea{2, 2, 0, 6, 0}));
    EXPECT_THAT(cell(node_b, {}), Optional(Cell{2, 0}));
}

TEST_F(AreasOfOne, LinkFollowTheSlowDirection) {
    Finding link;
    link.kind = FindingKind::slow_link;
    link.part = diagnosis::part::Link{"c", "a"};
    link.side = Side::sender;
    EXPECT_THAT(areas(link), ElementsAre(FindingArea{4, 2, 0, 2, 0}));
    EXPECT_THAT(cell(link), Optional(Cell{4, 0}));
    link.side = Side::both;
    EXPECT_THAT(areas(link), UnorderedElementsAre(FindingArea{4, 2, 0, 2, 0}, FindingArea{0, 2, 4, 2, 0}));
}

TEST_F(AreasOfOne, WayBetweenGroupsAreTheirBlocks) {
    Finding way;
    way.kind = FindingKind::slow_switch;
    way.part = diagnosis::part::Path{{"a"}, {"b", "c"}};
    way.side = Side::sender;
    EXPECT_THAT(areas(way), ElementsAre(FindingArea{0, 2, 2, 4, 0}));
    // a, b, c, a, b, c: no two places next to each other are of one group but b and c.
    EXPECT_THAT(areas(way, {0, 2, 4, 1, 3, 5}),
                UnorderedElementsAre(FindingArea{0, 1, 1, 2, 0}, FindingArea{0, 1, 4, 2, 0},
                                     FindingArea{3, 1, 1, 2, 0}, FindingArea{3, 1, 4, 2, 0}));
    way.side = Side::both;
    EXPECT_THAT(areas(way), UnorderedElementsAre(FindingArea{0, 2, 2, 4, 0}, FindingArea{2, 4, 0, 2, 0}));
}

TEST_F(AreasOfOne, RankAreItsOwnRowAndColumn) {
    Finding rank = node_a(Side::receiver);
    rank.kind = FindingKind::slow_rank;
    rank.part = diagnosis::part::Rank{1, "a"};
    EXPECT_THAT(areas(rank), ElementsAre(FindingArea{0, 6, 1, 1, 0}));
    EXPECT_THAT(cell(rank), Optional(Cell{2, 1}));
}

TEST_F(AreasOfOne, RankOfTheOnlyComparedHostAreItsOwn) {
    Finding rank = node_a(Side::sender);
    rank.kind = FindingKind::regression;
    rank.part = diagnosis::part::Host{"b:1"};
    EXPECT_THAT(areas(rank), ElementsAre(FindingArea{3, 1, 0, 6, 0}));
}

TEST_F(AreasOfOne, WholeMachineAreAllCells) {
    Finding change;
    change.kind = FindingKind::regression;
    change.part = diagnosis::part::Machine{{"a", "b", "c"}};
    EXPECT_THAT(areas(change), ElementsAre(FindingArea{0, 6, 0, 6, 0}));
}

TEST_F(AreasOfOne, UnknownHostAreNone) {
    Finding elsewhere = node_a(Side::both);
    elsewhere.part = diagnosis::part::Switch{{"login:x", "d", "b:7"}};
    EXPECT_THAT(areas(elsewhere), IsEmpty());
    EXPECT_EQ(cell(elsewhere), std::nullopt);
}

TEST_F(AreasOfOne, FindingAreBestSeenWhereItsEffectIsGreatest) {
    Finding finding = node_a(Side::both);
    finding.from_length_bytes = 8;
    finding.to_length_bytes = 512;
    EXPECT_EQ(plane(finding), 2U);
    finding.evidence.curve = {1.01, 1.5, 1.2, not_measured};
    EXPECT_EQ(plane(finding), 1U);
    // Better than before: a ratio of a quarter says more than one of two.
    finding.evidence.curve = {2, 1, 1, 0.25};
    EXPECT_EQ(plane(finding), 3U);
}

}  // namespace
}  // namespace fabricmap::viewer
