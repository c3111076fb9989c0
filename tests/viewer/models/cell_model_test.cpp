// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/cell_model.hpp"

#include "tests/viewer/models/planes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <cmath>

namespace fabricmap::viewer {
namespace {

using testing::read_whole;
using testing::shown_of;
using testing::three_ranks;

/// A model that is looked after by Qt's own tester.
struct WatchedCells {
    CellModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

std::shared_ptr<const LoadedPlane> plane_of_three(const std::vector<int>& order = {}) {
    return read_whole(shown_of(three_ranks()), 1, order);
}

/// So many ranks on one host, each pair with a value of its own.
std::shared_ptr<LoadedPlane> large(std::int64_t ranks) {
    Matrix plane(ranks, ranks);
    for (Eigen::Index i = 0; i < ranks; ++i) {
        for (Eigen::Index j = 0; j < ranks; ++j) plane(i, j) = static_cast<double>(1000 * i + j);
    }
    const std::vector<std::string> hosts(static_cast<std::size_t>(ranks), "node");
    return testing::begun(shown_of(testing::held("run", hosts, {8}, {{Statistic::median, {plane}}})), 0);
}

/// The table as one reads it.
std::vector<std::vector<std::string>> text_of(const CellModel& model) {
    std::vector<std::vector<std::string>> lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        auto& line = lines.emplace_back();
        line.reserve(static_cast<std::size_t>(model.columnCount()));
        for (int column = 0; column < model.columnCount(); ++column)
            line.push_back(model.index(row, column).data().toString().toStdString());
    }
    return lines;
}

TEST(CellModel, IsEmptyWithoutAPicture) {
    WatchedCells watched;
    EXPECT_EQ(watched.model.rowCount(), 0);
    watched.model.set_area({0, 5, 0, 5});
    watched.model.refresh();
    EXPECT_EQ(watched.model.columnCount(), 0);
    EXPECT_FALSE(watched.model.is_cut());
}

TEST(CellModel, ShowsTheCellsOfTheArea) {
    using ::testing::ElementsAre;
    WatchedCells watched;
    watched.model.set_plane(plane_of_three(), nullptr, {0, 3, 0, 3});
    EXPECT_THAT(text_of(watched.model),
                ElementsAre(ElementsAre("", "12.4 µs", "20 µs"), ElementsAre("30 µs", "", "40 µs"),
                            ElementsAre("–", "60 µs", "")));
    watched.model.set_area({1, 2, 1, 7});
    EXPECT_THAT(text_of(watched.model), ElementsAre(ElementsAre("", "40 µs"), ElementsAre("60 µs", "")));
    EXPECT_FALSE(watched.model.is_cut());
}

TEST(CellModel, GivesNumbersAndWords) {
    CellModel model;
    model.set_plane(plane_of_three(), nullptr, {1, 2, 0, 3});
    const QModelIndex cell = model.index(0, 2);
    EXPECT_EQ(cell.data(CellModel::value_role).toDouble(), static_cast<double>(40e-6F));
    EXPECT_TRUE(std::isnan(model.index(1, 0).data(CellModel::value_role).toDouble()));
    EXPECT_EQ(cell.data(Qt::AccessibleTextRole).toString(),
              "rank 1 on node02 → rank 2 on node01, 4096 bytes: 40 µs");
    EXPECT_EQ(cell.data(Qt::ToolTipRole), cell.data(Qt::AccessibleTextRole));
    EXPECT_EQ(model.headerData(0, Qt::Vertical).toString(), "1");
    EXPECT_EQ(model.headerData(2, Qt::Horizontal).toString(), "2");
    EXPECT_EQ(model.headerData(0, Qt::Vertical, Qt::AccessibleTextRole).toString(), "rank 1 on node02");
    EXPECT_EQ(model.headerData(0, Qt::Horizontal, Qt::ToolTipRole).toString(), "rank 0 on node01");
    EXPECT_FALSE(model.headerData(3, Qt::Horizontal).isValid());
}

TEST(CellModel, FollowsTheOrderOfThePicture) {
    CellModel model;
    model.set_plane(plane_of_three({2, 0, 1}), nullptr, {0, 3, 0, 3});
    EXPECT_EQ(model.headerData(0, Qt::Vertical).toString(), "2");
    EXPECT_EQ(model.index(0, 2).data().toString(), "60 µs");
}

TEST(CellModel, FindsCellsOfThePicture) {
    CellModel model;
    model.set_plane(plane_of_three(), nullptr, {1, 2, 1, 2});
    EXPECT_EQ(model.cell_at(model.index(1, 0)), (Cell{2, 1}));
    EXPECT_EQ(model.index_of(2, 1), model.index(1, 0));
    EXPECT_FALSE(model.index_of(0, 1).isValid());
    EXPECT_FALSE(model.index_of(1, 3).isValid());
}

TEST(CellModel, CutsLargeAreasAndSaysSo) {
    WatchedCells watched;
    const auto plane = large(300);
    plane->read(std::atomic<bool>(false));
    watched.model.set_plane(plane, nullptr, {10, 290, 0, 200});
    EXPECT_EQ(watched.model.rowCount(), 256);
    EXPECT_EQ(watched.model.columnCount(), 200);
    EXPECT_TRUE(watched.model.property("cut").toBool());
    EXPECT_EQ(watched.model.cell_at(watched.model.index(0, 0)), (Cell{10, 0}));
    watched.model.set_area({10, 256, 0, 256});
    EXPECT_FALSE(watched.model.is_cut());
}

TEST(CellModel, KeepsItsShapeWhenItMoves) {
    WatchedCells watched;
    watched.model.set_plane(plane_of_three(), nullptr, {0, 2, 0, 2});
    const QSignalSpy resets(&watched.model, &CellModel::modelReset);
    const QSignalSpy changes(&watched.model, &CellModel::dataChanged);
    const QSignalSpy areas(&watched.model, &CellModel::area_changed);
    const QPersistentModelIndex corner(watched.model.index(0, 0));
    watched.model.set_area({1, 2, 1, 2});
    EXPECT_EQ(resets.count(), 0);
    EXPECT_EQ(changes.count(), 1);
    EXPECT_EQ(areas.count(), 1);
    EXPECT_TRUE(corner.isValid());
    watched.model.set_area({1, 2, 1, 2});
    EXPECT_EQ(areas.count(), 1);
    watched.model.set_area({0, 3, 0, 2});
    EXPECT_EQ(resets.count(), 1);
}

TEST(CellModel, ShowsRowsAsTheyAreRead) {
    WatchedCells watched;
    const auto plane = large(3);
    watched.model.set_plane(plane, nullptr, {1, 2, 0, 3});
    EXPECT_EQ(watched.model.index(0, 0).data().toString(), "…");
    EXPECT_EQ(watched.model.index(0, 0).data(Qt::AccessibleTextRole).toString(),
              "rank 1 on node → rank 0 on node, 8 bytes: not read yet");
    const QSignalSpy changes(&watched.model, &CellModel::dataChanged);
    watched.model.refresh();
    EXPECT_EQ(changes.count(), 0);
    plane->read(std::atomic<bool>(false));
    watched.model.refresh();
    ASSERT_EQ(changes.count(), 1);
    EXPECT_EQ(changes.at(0).at(0).toModelIndex(), watched.model.index(0, 0));
    EXPECT_EQ(changes.at(0).at(1).toModelIndex(), watched.model.index(1, 2));
    EXPECT_EQ(watched.model.index(0, 0).data().toString(), "1000 s");
    watched.model.refresh();
    EXPECT_EQ(changes.count(), 1);
}

}  // namespace
}  // namespace fabricmap::viewer
