// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/figure_layout.hpp"

#include <QFontMetrics>
#include <algorithm>
#include <cmath>

namespace fabricmap::viewer {
namespace {

constexpr int margin = 24;
constexpr int figure_gap = 20;
constexpr int line_gap = 3;
constexpr double largest_cell = 160;     // pixels; few cells are not blown up beyond that
constexpr double largest_row_cell = 48;  // of cuts, whose rows are lengths

CellRegion region_of(const MatrixFigure& figure) {
    if (figure.region) return *figure.region;
    return {0, static_cast<double>(figure.cells->rows()), 0, static_cast<double>(figure.cells->columns())};
}

/// Whole pixels where a cell has at least one: all cells look alike then.
double pixels_a_cell(double cells, int room, double largest) {
    const double fitting = std::max(1.0, static_cast<double>(room)) / std::max(cells, 1e-9);
    return fitting < 1 ? fitting : std::min(std::floor(fitting), largest);
}

int pixels(double cells, double pixels_each) {
    return std::max(1, static_cast<int>(std::lround(cells * pixels_each)));
}

}  // namespace

QFont figure_font() {
    // A generic name, so that those who open the file see what they have.
    QFont font(QStringLiteral("sans-serif"));
    font.setPixelSize(15);
    return font;
}

QFont figure_title_font() {
    QFont font = figure_font();
    font.setPixelSize(20);
    font.setBold(true);
    return font;
}

QRect room_below_title(const Figure& figure) {
    const int title = QFontMetrics(figure_title_font()).height();
    const int line = QFontMetrics(figure_font()).height() + line_gap;
    const int above = title + line_gap + line * static_cast<int>(figure.lines.size()) + figure_gap / 2;
    return QRect({0, 0}, figure.size).adjusted(margin, margin + above, -margin, -margin);
}

MatrixLayout lay_out(const MatrixFigure& figure, const QRect& room) {
    const QFont font = figure_font();
    const QSize legend = size_of(figure.legend, font);
    const CellRegion region = region_of(figure);
    const int left = MatrixAxis(figure.down, Side::left, room.height(), font).thickness();
    const int width = room.width() - left - figure_gap - legend.width();
    int top_length = width;
    int top = 0;
    double down = 0;
    double across = pixels_a_cell(region.columns, width, largest_cell);
    // A shorter side may turn its names, which takes height, which may shorten it once more.
    constexpr int passes = 4;
    for (int pass = 0; pass < passes; ++pass) {
        top = MatrixAxis(figure.across, Side::top, top_length, font).thickness();
        down = pixels_a_cell(region.rows, room.height() - top,
                             figure.has_square_cells ? largest_cell : largest_row_cell);
        if (figure.has_square_cells) down = across = std::min(down, across);
        top_length = pixels(region.columns, across);
    }
    const QRect matrix(room.left() + left, room.top() + top, top_length, pixels(region.rows, down));
    return {
        matrix,
        {{region.first_row, 1 / down, matrix.height()}, {region.first_column, 1 / across, matrix.width()}},
        MatrixAxis(figure.down, Side::left, matrix.height(), font),
        MatrixAxis(figure.across, Side::top, top_length, font),
        QRect(matrix.right() + figure_gap, matrix.top(), legend.width(),
              std::max(matrix.height(), legend.height()))};
}

}  // namespace fabricmap::viewer
