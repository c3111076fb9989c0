// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/slowest_pairs.hpp"

#include "tests/not_measured.hpp"
#include "tests/viewer/reading/held_runs.hpp"
#include "viewer/reading/loaded_plane.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

namespace fabricmap::viewer {

static void PrintTo(const Cell& cell, std::ostream* out) {
    *out << cell.row << " -> " << cell.column;
}

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::int64_t side = 300;

/// Values that differ by a few percent, by no rule that a row or column could tell.
Matrix alike() {
    Matrix cells(side, side);
    for (Eigen::Index row = 0; row < side; ++row) {
        for (Eigen::Index column = 0; column < side; ++column)
            cells(row, column) =
                1 + 0.03 * static_cast<double>((row * 7919 + column * 104729) % 101 - 50) / 50;
    }
    return cells;
}

std::vector<Cell> slowest_of(const Matrix& cells, Content content) {
    Displayed shown;
    shown.stack = std::make_shared<testing::MemoryStack>(Statistic::median, std::vector<std::int64_t>{1},
                                                         std::vector{cells});
    shown.content = content;
    shown.quantity = content == Content::delay ? Quantity::delay : Quantity::ratio;
    shown.never.diagonal = true;
    LoadedPlane plane({shown, 0, {}});
    EXPECT_THAT(plane.slowest(slowest_shown), IsEmpty()) << "not read yet";
    plane.read(std::atomic<bool>(false));
    return plane.slowest(slowest_shown);
}

TEST(SlowestPairs, AreNoneWherePairsDifferByNoise) {
    for (const Content content : {Content::expected, Content::delay, Content::rate})
        EXPECT_THAT(slowest_of(alike(), content), IsEmpty());
}

TEST(SlowestPairs, StandOutFromNearlyAllTheSlowestFirst) {
    Matrix cells = alike();
    cells(17, 200) = 1.3;
    cells(250, 3) = 10;
    cells(9, 9) = 50;  // never measured
    cells(8, 10) = testing::not_measured;
    EXPECT_THAT(slowest_of(cells, Content::expected), ElementsAre(Cell{250, 3}, Cell{17, 200}));
    EXPECT_THAT(slowest_of(cells, Content::delay), ElementsAre(Cell{250, 3}));
}

TEST(SlowestPairs, OfRatesAreTheSmallest) {
    Matrix cells = alike();
    cells(250, 3) = 10;
    cells(4, 5) = 0.1;
    EXPECT_THAT(slowest_of(cells, Content::rate), ElementsAre(Cell{4, 5}));
}

TEST(SlowestPairs, AreSeenBesideASlowReceiver) {
    Matrix cells = alike();
    cells.col(100) *= 20;
    cells(30, 40) = 3;
    EXPECT_EQ(slowest_of(cells, Content::expected).size(), 2U);
    EXPECT_EQ(slowest_of(cells, Content::expected).back(), (Cell{30, 40}));
}

TEST(SlowestPairs, AreFewerThanAskedForWhereFindingsTellThem) {
    const std::vector<FindingArea> findings{{10, 2, 0, 100, 0}};
    EXPECT_THAT(beside_findings({{11, 99}, {12, 99}, {11, 100}}, findings),
                ElementsAre(FindingArea{12, 1, 99, 1, no_finding}, FindingArea{11, 1, 100, 1, no_finding}));
}

}  // namespace
}  // namespace fabricmap::viewer
