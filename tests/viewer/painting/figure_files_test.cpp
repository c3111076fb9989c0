// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/figure_files.hpp"

#include "base/errors.hpp"
#include "some_figures.hpp"
#include "tests/not_measured.hpp"
#include "tests/temporary_folder.hpp"
#include "viewer/painting/figure_layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QImage>
#include <QSvgRenderer>
#include <cmath>
#include <set>

namespace fabricmap::viewer {
namespace {

using fabricmap::testing::bytes_of;
using fabricmap::testing::figure_of;
using fabricmap::testing::TemporaryFolder;
using ::testing::HasSubstr;
using testing::not_measured;

constexpr int ranks = 8;

/// Microseconds that rise from cell to cell; one of them was not measured.
Matrix rising_cells() {
    Matrix cells(ranks, ranks);
    for (int row = 0; row < ranks; ++row) {
        for (int column = 0; column < ranks; ++column) cells(row, column) = 1e-6 * (1 + row * ranks + column);
    }
    cells(2, 5) = not_measured;
    return cells;
}

/// All greys within the cell's pixels.
std::set<int> greys_in(const QImage& image, const MatrixLayout& layout, int row, int column) {
    const int side = layout.matrix.width() / ranks;
    std::set<int> greys;
    for (int y = 0; y < side; ++y) {
        const auto* const line =
            reinterpret_cast<const quint16*>(image.constScanLine(layout.matrix.top() + row * side + y));
        for (int x = 0; x < side; ++x) greys.insert(line[layout.matrix.left() + column * side + x]);
    }
    return greys;
}

class GreyPng : public ::testing::TestWithParam<picture::Scale> {};

TEST_P(GreyPng, HasTheGreyOfEachValueExactly) {
    const TemporaryFolder folder;
    const Matrix cells = rising_cells();
    const picture::GreyScale scale({2e-6, 6e-5}, GetParam());
    const Figure figure = figure_of(cells, scale);
    write_png(folder / "cells.png", figure);
    const QImage image(QString::fromStdString((folder / "cells.png").string()));
    ASSERT_EQ(image.format(), QImage::Format_Grayscale16);
    ASSERT_EQ(image.size(), QSize(900, 700));
    EXPECT_EQ(image.text(QStringLiteral("Title")), QStringLiteral("Delays of a test"));
    const MatrixLayout layout = lay_out(std::get<MatrixFigure>(figure.content), room_below_title(figure));
    ASSERT_EQ(layout.matrix.width() % ranks, 0);
    for (int row = 0; row < ranks; ++row) {
        for (int column = 0; column < ranks; ++column) {
            if (row == column || std::isnan(cells(row, column))) continue;
            const int grey = scale(static_cast<double>(static_cast<float>(cells(row, column))));
            EXPECT_EQ(greys_in(image, layout, row, column), std::set<int>{grey}) << row << ',' << column;
        }
    }
    // White with darker lines.
    const std::set<int> hatched = greys_in(image, layout, 2, 5);
    EXPECT_EQ(hatched.size(), 2U);
    EXPECT_TRUE(hatched.contains(picture::white));
    EXPECT_EQ(greys_in(image, layout, 4, 4), std::set<int>{picture::white});
}

INSTANTIATE_TEST_SUITE_P(BothScales, GreyPng,
                         ::testing::Values(picture::Scale::linear, picture::Scale::logarithmic));

TEST(Png, HasThePaletteOfColours) {
    const TemporaryFolder folder;
    const picture::GreyScale scale({1e-6, 6.4e-5});
    Figure figure = figure_of(rising_cells(), scale);
    auto& matrix = std::get<MatrixFigure>(figure.content);
    matrix.legend.palette = picture::Palette::viridis;
    write_png(folder / "colours.png", figure);
    const QImage image(QString::fromStdString((folder / "colours.png").string()));
    const MatrixLayout layout = lay_out(matrix, room_below_title(figure));
    // Viridis begins yellow and ends in a dark violet (van der Walt and Smith).
    const int side = layout.matrix.width() / ranks;
    const auto centre_of = [&](int row, int column) {
        return layout.matrix.topLeft() + QPoint(column * side + side / 2, row * side + side / 2);
    };
    const QColor fast = image.pixelColor(centre_of(0, 1));
    const QColor slow = image.pixelColor(centre_of(7, 6));
    EXPECT_GT(fast.red(), 200);
    EXPECT_GT(fast.green(), 200);
    EXPECT_LT(fast.blue(), 60);
    EXPECT_LT(slow.green(), 20);
    EXPECT_GT(slow.blue(), 60);
}

TEST(Svg, CanBeReadAndHasItsWordsAsText) {
    const TemporaryFolder folder;
    write_svg(folder / "cells.svg", figure_of(rising_cells(), picture::GreyScale({1e-6, 6.4e-5})));
    QSvgRenderer renderer(QString::fromStdString((folder / "cells.svg").string()));
    EXPECT_TRUE(renderer.isValid());
    EXPECT_EQ(renderer.viewBox(), QRect(0, 0, 900, 700));
    const std::string text = bytes_of(folder / "cells.svg");
    EXPECT_THAT(text, HasSubstr(">Delays of a test</text>"));
    EXPECT_THAT(text, HasSubstr(">sender</text>"));
    EXPECT_THAT(text, HasSubstr(">receiver</text>"));
    EXPECT_THAT(text, HasSubstr(">node3</text>"));
    EXPECT_THAT(text, ::testing::Not(HasSubstr("<image")));
}

TEST(Svg, HasNoControlCharactersOfNamesInFiles) {
    const TemporaryFolder folder;
    Figure figure = figure_of(rising_cells(), picture::GreyScale({1e-6, 6.4e-5}));
    figure.title = QStringLiteral("a\x1b]0;b\x07 <c> ]]>");
    write_svg(folder / "cells.svg", figure);
    EXPECT_TRUE(QSvgRenderer(QString::fromStdString((folder / "cells.svg").string())).isValid());
    EXPECT_THAT(bytes_of(folder / "cells.svg"), HasSubstr("a?]0;b? &lt;c&gt; ]]"));
}

TEST(Svg, ShowsManyCellsAsOnePicture) {
    const TemporaryFolder folder;
    const Matrix cells = Matrix::Constant(200, 200, 1e-6);
    write_svg(folder / "many.svg", figure_of(cells, picture::GreyScale({0, 1e-6})));
    EXPECT_THAT(bytes_of(folder / "many.svg"), HasSubstr("<image"));
    EXPECT_TRUE(QSvgRenderer(QString::fromStdString((folder / "many.svg").string())).isValid());
}

TEST(Svg, HasTheSameColoursInItsCellsAsThePng) {
    const TemporaryFolder folder;
    Figure figure = figure_of(rising_cells(), picture::GreyScale({1e-6, 6.4e-5}));
    auto& matrix = std::get<MatrixFigure>(figure.content);
    matrix.legend.palette = picture::Palette::cividis;
    write_svg(folder / "cells.svg", figure);
    write_png(folder / "cells.png", figure);
    const QImage png(QString::fromStdString((folder / "cells.png").string()));
    QImage drawn(figure.size, QImage::Format_RGB32);
    drawn.fill(Qt::white);
    QPainter painter(&drawn);
    QSvgRenderer(QString::fromStdString((folder / "cells.svg").string())).render(&painter);
    const MatrixLayout layout = lay_out(matrix, room_below_title(figure));
    const int side = layout.matrix.width() / ranks;
    for (const QPoint cell : {QPoint(0, 1), QPoint(3, 3), QPoint(7, 2), QPoint(1, 6)}) {
        const QPoint centre = layout.matrix.topLeft() + cell * side + QPoint(side / 2, side / 2);
        EXPECT_EQ(drawn.pixel(centre), png.pixel(centre)) << cell.x() << ',' << cell.y();
    }
}

TEST(Figure, ShowsAPartOfTheMatrixLarger) {
    Figure figure = figure_of(rising_cells(), picture::GreyScale({1e-6, 6.4e-5}));
    auto& matrix = std::get<MatrixFigure>(figure.content);
    matrix.region = CellRegion{2, 4, 4, 4};
    const MatrixLayout layout = lay_out(matrix, room_below_title(figure));
    EXPECT_DOUBLE_EQ(layout.view.down.cell_at(0), 2);
    EXPECT_DOUBLE_EQ(layout.view.across.cell_at(0), 4);
    EXPECT_DOUBLE_EQ(layout.view.down.cell_at(layout.matrix.height()), 6);
    EXPECT_EQ(layout.matrix.width(), layout.matrix.height());
}

TEST(Figure, KeepsItsPartsApartAndOnThePicture) {
    for (const int width : {640, 1280, 2560}) {
        Figure figure = figure_of(rising_cells(), picture::GreyScale({1e-6, 6.4e-5}));
        figure.size = {width, width * 3 / 4};
        const MatrixLayout layout = lay_out(std::get<MatrixFigure>(figure.content), room_below_title(figure));
        const QRect whole({0, 0}, figure.size);
        EXPECT_TRUE(whole.contains(layout.matrix)) << width;
        EXPECT_TRUE(whole.contains(layout.legend)) << width;
        EXPECT_FALSE(layout.legend.intersects(layout.matrix)) << width;
        EXPECT_GE(layout.matrix.left(), layout.left.thickness()) << width;
        EXPECT_GE(layout.matrix.top(), room_below_title(figure).top() + layout.top.thickness()) << width;
    }
}

TEST(Figure, CannotBeWrittenIntoAFolderThatIsNotThere) {
    const Figure figure = figure_of(rising_cells(), picture::GreyScale({1e-6, 6.4e-5}));
    EXPECT_THROW(write_png("/nowhere/at/all.png", figure), FileError);
    EXPECT_THROW(write_svg("/nowhere/at/all.svg", figure), FileError);
}

TEST(Figure, HasTheSizeAskedForHoweverSmall) {
    const TemporaryFolder folder;
    for (const QSize size : {QSize(1, 1), QSize(60, 400), QSize(300, 40), QSize(200, 150)}) {
        Figure figure = figure_of(rising_cells(), picture::GreyScale({1e-6, 6.4e-5}));
        std::get<MatrixFigure>(figure.content).areas = {{0, 1, 0, 8, 0}};
        figure.size = size;
        write_png(folder / "small.png", figure);
        EXPECT_EQ(QImage(QString::fromStdString((folder / "small.png").string())).size(), size);
        figure.content =
            CurveFigure{{{0, 1, 2}, {{"a", {}, {1, 2, 3}, {}}}, {{1, 2, "here"}}, Quantity::delay}, 1};
        write_png(folder / "curves.png", figure);
        EXPECT_EQ(QImage(QString::fromStdString((folder / "curves.png").string())).size(), size);
    }
}

TEST(Figure, OutlinesFindingsOverTheExactGreys) {
    const TemporaryFolder folder;
    Figure figure = figure_of(Matrix::Constant(ranks, ranks, 1e-6), picture::GreyScale({0, 2e-6}));
    auto& matrix = std::get<MatrixFigure>(figure.content);
    matrix.areas = {{2, 1, 0, ranks, 0}};
    write_png(folder / "areas.png", figure);
    const QImage image(QString::fromStdString((folder / "areas.png").string()));
    ASSERT_EQ(image.format(), QImage::Format_Grayscale16);
    const MatrixLayout layout = lay_out(matrix, room_below_title(figure));
    // Half way up the linear scale from 0 to 2 µs, which goes from 60000 to black.
    EXPECT_EQ(greys_in(image, layout, 5, 1), std::set<int>{30000});
    const std::set<int> outlined = greys_in(image, layout, 2, 4);
    EXPECT_TRUE(outlined.contains(0));
    EXPECT_TRUE(outlined.contains(65535));
    EXPECT_TRUE(outlined.contains(30000));
}

TEST(Figure, OfNoSizeIsRefused) {
    const TemporaryFolder folder;
    Figure figure = figure_of(rising_cells(), picture::GreyScale({1e-6, 6.4e-5}));
    figure.size = {0, 0};
    EXPECT_THROW(write_png(folder / "none.png", figure), FileError);
    EXPECT_FALSE(std::filesystem::exists(folder / "none.png"));
}

}  // namespace
}  // namespace fabricmap::viewer
