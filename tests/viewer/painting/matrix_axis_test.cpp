// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/matrix_axis.hpp"

#include "some_figures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QImage>

namespace fabricmap::viewer {
namespace {

using fabricmap::testing::endpoints_on;
using picture::NamedBlock;
using ::testing::ElementsAre;

TEST(AxisNames, JoinNeighbouringRanksOfAHost) {
    const AxisNames names = axis_of_senders(endpoints_on(5, 2));
    EXPECT_EQ(names.name, QStringLiteral("sender"));
    EXPECT_EQ(names.ticks.at(4), QStringLiteral("4"));
    EXPECT_THAT(names.blocks,
                ElementsAre(NamedBlock{0, 2, "node0"}, NamedBlock{2, 2, "node1"}, NamedBlock{4, 1, "node2"}));
}

TEST(AxisNames, NameTheHostsOfSingleRanksAsWell) {
    EXPECT_EQ(axis_of_receivers(endpoints_on(4, 1)).blocks.size(), 4U);
}

TEST(AxisNames, HaveNoBlocksWhereHostsAreUnknownOrTheEndpointsThemselves) {
    EXPECT_TRUE(axis_of_receivers({{"node0", "node0", "node0"}, {"node1", "node1", "node1"}}).blocks.empty());
    EXPECT_TRUE(axis_of_receivers({{"rank 0", "0", ""}, {"rank 1", "1", ""}}).blocks.empty());
}

TEST(AxisNames, LeaveOutTheDomainThatAllHostsShare) {
    const AxisNames shared =
        axis_of_senders({{"a", "a.hpc.org", "a.hpc.org"}, {"b", "b.hpc.org", "b.hpc.org"}});
    EXPECT_THAT(shared.ticks, ElementsAre(QStringLiteral("a"), QStringLiteral("b")));
    const AxisNames different =
        axis_of_senders({{"a", "a.hpc.org", "a.hpc.org"}, {"a", "a.test.org", "a.test.org"}});
    EXPECT_THAT(different.ticks, ElementsAre(QStringLiteral("a.hpc.org"), QStringLiteral("a.test.org")));
}

TEST(AxisNames, ReportLengthsAsTheCommandLineDoes) {
    EXPECT_THAT(axis_of_lengths({0, 1000, 65536}).ticks,
                ElementsAre(QStringLiteral("0"), QStringLiteral("1000"), QStringLiteral("64K")));
}

/// Lines of pixels, counted in the column `x`, that differ from white.
std::vector<int> marks_in_column(const QImage& image, int x) {
    std::vector<int> marks;
    for (int y = 0; y < image.height(); ++y) {
        if (qGray(image.pixel(x, y)) < 128) marks.push_back(y);
    }
    return marks;
}

QImage painted_axis(const MatrixAxis& axis, const QRect& matrix, const picture::AxisView& view) {
    QImage image(matrix.right() + 50, matrix.bottom() + 50, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    axis.paint(painter, matrix, view, Theme::paper());
    return image;
}

TEST(MatrixAxis, MarksTheMiddleOfEachCellThatHasRoom) {
    const MatrixAxis axis(axis_of_senders(endpoints_on(4, 1)), Side::left, 400, QFont());
    const QRect matrix(200, 10, 400, 400);
    const QImage image = painted_axis(axis, matrix, {0, 0.01, 400});
    EXPECT_THAT(marks_in_column(image, matrix.left() - 4), ElementsAre(60, 160, 260, 360));
}

TEST(MatrixAxis, MarksTheVisiblePartOfACellThatIsLargerThanTheWindow) {
    const MatrixAxis axis(axis_of_senders(endpoints_on(4, 1)), Side::left, 400, QFont());
    const QRect matrix(200, 10, 400, 400);
    // From the middle of cell 1 to the middle of cell 2.
    const QImage image = painted_axis(axis, matrix, {1.5, 0.0025, 400});
    EXPECT_THAT(marks_in_column(image, matrix.left() - 4), ElementsAre(110, 310));
}

TEST(MatrixAxis, KeepsItsLabelsApartWithManyRanks) {
    const MatrixAxis axis(axis_of_senders(endpoints_on(16384, 4)), Side::left, 600, QFont());
    const QRect matrix(300, 10, 600, 600);
    const QImage image = painted_axis(axis, matrix, {0, 16384.0 / 600, 600});
    const std::vector<int> marks = marks_in_column(image, matrix.left() - 4);
    ASSERT_GT(marks.size(), 8U);
    const int height = QFontMetrics(smaller(QFont())).height();
    for (std::size_t k = 1; k < marks.size(); ++k) EXPECT_GE(marks[k] - marks[k - 1], height - 1);
}

TEST(MatrixAxis, StaysWithinItsThickness) {
    for (const std::int64_t ranks : {1, 16, 1024, 16384}) {
        for (const Side side : {Side::left, Side::top}) {
            const MatrixAxis axis(axis_of_senders(endpoints_on(ranks, 4)), side, 600, QFont());
            const QRect matrix(400, 400, 600, 600);
            const QImage image = painted_axis(axis, matrix, {0, static_cast<double>(ranks) / 600, 600});
            const int edge = 400 - axis.thickness() - 2;
            for (int along = 0; along < 1000; ++along) {
                const QRgb beyond = side == Side::left ? image.pixel(edge, along) : image.pixel(along, edge);
                EXPECT_EQ(qGray(beyond), 255) << ranks << " ranks, at " << along;
            }
            EXPECT_LT(axis.thickness(), 300) << ranks;
        }
    }
}

TEST(MatrixAxis, TurnsLongNamesAboveTheMatrix) {
    std::vector<Endpoint> hosts;
    for (int k = 0; k < 64; ++k) hosts.push_back({"", "compute-node-" + std::to_string(100 + k), ""});
    const QFontMetrics metrics(smaller(QFont()));
    const MatrixAxis narrow(axis_of_receivers(hosts), Side::top, 600, QFont());
    EXPECT_GT(narrow.thickness(), metrics.horizontalAdvance(QStringLiteral("compute-node-100")));
    hosts.resize(2);
    const MatrixAxis wide(axis_of_receivers(hosts), Side::top, 600, QFont());
    EXPECT_LT(wide.thickness(), metrics.horizontalAdvance(QStringLiteral("compute-node-100")));
}

}  // namespace
}  // namespace fabricmap::viewer
