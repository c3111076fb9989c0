// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/figure_files.hpp"

#include "base/errors.hpp"
#include "picture/shapes/words.hpp"
#include "some_figures.hpp"
#include "tests/not_measured.hpp"
#include "tests/temporary_folder.hpp"
#include "viewer/painting/drawing_painting.hpp"
#include "viewer/painting/figure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QImage>
#include <QSvgRenderer>
#include <array>

namespace fabricmap::viewer {
namespace {

using fabricmap::testing::bytes_of;
using fabricmap::testing::figure_of;
using fabricmap::testing::TemporaryFolder;
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

Figure rising_figure(picture::Palette palette = picture::Palette::grey) {
    Figure figure = figure_of(rising_cells(), picture::GreyScale({1e-6, 6.4e-5}));
    std::get<picture::MatrixPicture>(figure.content).legend.palette = palette;
    return figure;
}

Theme paper() {
    return {Qt::white, Qt::black, Qt::darkGray, Qt::gray, Qt::black};
}

QImage image_at(const std::filesystem::path& path) {
    return QImage(QString::fromStdString(path.string()));
}

/// Where the cells lie in the figure.
picture::Box matrix_of(const Figure& figure) {
    const picture::Drawing drawing = drawing_of(figure);
    for (const picture::Shape& shape : drawing.shapes) {
        if (const auto* const cells = std::get_if<picture::Cells>(&shape)) return cells->box;
    }
    return {};
}

QPoint centre_of(const picture::Box& matrix, int row, int column) {
    const double side = matrix.width / ranks;
    return {qRound(matrix.x + (column + 0.5) * side), qRound(matrix.y + (row + 0.5) * side)};
}

TEST(FigurePng, HasTheColourOfEachValue) {
    const TemporaryFolder folder;
    const Figure figure = rising_figure(picture::Palette::viridis);
    write_view(folder / "cells.png", figure);
    const QImage image = image_at(folder / "cells.png");
    ASSERT_EQ(image.size(), QSize(900, 700));
    EXPECT_EQ(image.text(QStringLiteral("Title")), QStringLiteral("Delays of a test"));
    const picture::Box matrix = matrix_of(figure);
    const picture::Shades shades(picture::GreyScale({1e-6, 6.4e-5}));
    const auto colours = picture::colours_of(picture::Palette::viridis);
    const Matrix cells = rising_cells();
    for (int row = 0; row < ranks; ++row) {
        for (int column = 0; column < ranks; ++column) {
            if (row == column || std::isnan(cells(row, column))) continue;
            const picture::Colour& colour = colours.at(shades(static_cast<float>(cells(row, column))));
            EXPECT_EQ(image.pixel(centre_of(matrix, row, column)),
                      qRgb(colour.red, colour.green, colour.blue))
                << row << ',' << column;
        }
    }
    EXPECT_EQ(image.pixelColor(centre_of(matrix, 4, 4)), QColor(Qt::white)) << "a rank with itself";
}

TEST(FigureSvg, HasTheSameColoursInItsCellsAsThePng) {
    const TemporaryFolder folder;
    const Figure figure = rising_figure(picture::Palette::cividis);
    write_view(folder / "cells.svg", figure);
    write_view(folder / "cells.png", figure);
    const QImage png = image_at(folder / "cells.png");
    QSvgRenderer renderer(QString::fromStdString((folder / "cells.svg").string()));
    ASSERT_TRUE(renderer.isValid());
    EXPECT_EQ(renderer.viewBox(), QRect(0, 0, 900, 700));
    QImage drawn(900, 700, QImage::Format_RGB32);
    drawn.fill(Qt::white);
    QPainter painter(&drawn);
    renderer.render(&painter);
    const picture::Box matrix = matrix_of(figure);
    for (const auto& [row, column] : {std::pair{0, 1}, {3, 2}, {7, 2}, {1, 6}}) {
        const QPoint centre = centre_of(matrix, row, column);
        EXPECT_EQ(drawn.pixel(centre), png.pixel(centre)) << row << ',' << column;
    }
}

TEST(Figure, LooksTheSameInAWindowAsInItsFiles) {
    const TemporaryFolder folder;
    const Figure figure = rising_figure(picture::Palette::viridis);
    write_view(folder / "cells.png", figure);
    const QImage png = image_at(folder / "cells.png");
    QImage window(900, 700, QImage::Format_RGB32);
    window.fill(Qt::white);
    QPainter painter(&window);
    paint(painter, drawing_of(figure), paper());
    const picture::Box matrix = matrix_of(figure);
    for (const auto& [row, column] : {std::pair{0, 1}, {3, 2}, {7, 2}, {1, 6}}) {
        const QPoint centre = centre_of(matrix, row, column);
        EXPECT_EQ(window.pixel(centre), png.pixel(centre)) << row << ',' << column;
    }
}

TEST(Figure, HasWordsAsLongInAWindowAsTheyAreLaidOut) {
    for (const char* words : {"compute-node-100", "slower, and beyond", "медиана", "12.5 µs"}) {
        picture::Drawing drawing{400, 40, {}};
        drawing.text({10, 30}, words, picture::small_size);
        QImage window(400, 40, QImage::Format_RGB32);
        window.fill(Qt::white);
        QPainter painter(&window);
        paint(painter, drawing, paper());
        int last = 0;
        for (int x = 0; x < window.width(); ++x) {
            for (int y = 0; y < window.height(); ++y) last = qGray(window.pixel(x, y)) < 128 ? x : last;
        }
        EXPECT_NEAR(last, 10 + picture::text_width(words, picture::small_size), 5) << words;
    }
}

TEST(Figure, IsTheDrawingThatOtherProgramsMake) {
    const Figure figure = rising_figure();
    EXPECT_EQ(drawing_of(figure), drawing_of(figure.sheet, std::get<picture::MatrixPicture>(figure.content)));
}

TEST(Figure, MarksFindingsWithTheirNumbers) {
    Figure figure = rising_figure();
    std::get<picture::MatrixPicture>(figure.content).marks =
        marks_of(std::array{FindingArea{2, 1, 0, ranks, 4}});
    const picture::Drawing drawing = drawing_of(figure);
    const auto is_number = [](const picture::Shape& shape) {
        const auto* const text = std::get_if<picture::Text>(&shape);
        return text != nullptr && text->words == "5" && text->ink == picture::Ink::paper;
    };
    EXPECT_EQ(std::count_if(drawing.shapes.begin(), drawing.shapes.end(), is_number), 1);
}

TEST(Figure, CannotBeWrittenIntoAFolderThatIsNotThere) {
    for (const char* path : {"/nowhere/at/all.png", "/nowhere/at/all.svg", "/nowhere/at/all.pdf"})
        EXPECT_THROW(write_view(path, rising_figure()), FileError) << path;
}

TEST(Figure, HasTheSizeAskedForHoweverSmall) {
    const TemporaryFolder folder;
    for (const QSize size : {QSize(1, 1), QSize(60, 400), QSize(300, 40), QSize(200, 150)}) {
        Figure figure = rising_figure();
        std::get<picture::MatrixPicture>(figure.content).marks =
            marks_of(std::array{FindingArea{0, 1, 0, 8, 0}});
        figure.sheet.size =
            picture::Extent{static_cast<double>(size.width()), static_cast<double>(size.height())};
        write_view(folder / "small.png", figure);
        EXPECT_EQ(image_at(folder / "small.png").size(), size);
        picture::Chart chart;
        chart.lengths = {0, 1, 2};
        chart.lines = {{"a", {1, 2, 3}}};
        chart.breaks = {{1, 2, "here"}};
        chart.current = 1;
        figure.content = chart;
        write_view(folder / "curves.png", figure);
        EXPECT_EQ(image_at(folder / "curves.png").size(), size);
    }
}

TEST(Figure, OfAnUnknownKindOfFileIsRefusedByItsName) {
    EXPECT_THROW(write_view("cells.jpeg", rising_figure()), UsageError);
    EXPECT_THAT(figure_suffixes(), ::testing::ElementsAre(".png", ".svg", ".pdf", ".csv"));
    EXPECT_THAT(picture_suffixes(), ::testing::Not(::testing::Contains(".csv")));
}

}  // namespace
}  // namespace fabricmap::viewer
