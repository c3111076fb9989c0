// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/figure_painting.hpp"

#include "viewer/painting/curve_painting.hpp"
#include "viewer/painting/hatching.hpp"
#include "viewer/painting/shade_image.hpp"

#include <QFontMetrics>
#include <algorithm>
#include <array>
#include <cmath>

namespace fabricmap::viewer {
namespace {

/// Colours and places of single cells.
struct CellPainter {
    QPainter& painter;
    const MatrixFigure& figure;
    const MatrixLayout& layout;
    picture::Shades shades{figure.legend.scale};
    std::array<picture::Colour, 256> colours{picture::colours_of(figure.legend.palette)};

    [[nodiscard]] QColor colour(std::uint8_t shade) const { return screen_colour(colours.at(shade)); }

    void paint(std::int64_t row, std::int64_t column) const {
        const picture::View& view = layout.view;
        const QRectF whole(layout.matrix);
        const double x = whole.left() + view.across.pixel_at(static_cast<double>(column));
        const double y = whole.top() + view.down.pixel_at(static_cast<double>(row));
        const QRectF area =
            QRectF(x, y, 1 / view.across.cells_per_pixel, 1 / view.down.cells_per_pixel).intersected(whole);
        const float value = figure.cells->cell(row, column);
        if (figure.cells->never().holds(row, column)) {
            painter.fillRect(area, colour(picture::Shades::never));
        } else if (std::isnan(value)) {
            paint_hatch(painter, area, colour(picture::Shades::missing), colour(picture::Shades::hatch));
        } else {
            painter.fillRect(area, colour(shades(value)));
        }
    }
};

struct CellSpan {
    std::int64_t first;
    std::int64_t end;
};

CellSpan seen_cells(const picture::AxisView& view, std::int64_t cells) {
    const auto first = static_cast<std::int64_t>(std::floor(view.first));
    const auto end = static_cast<std::int64_t>(std::ceil(view.cell_at(view.pixels) - 1e-9));
    return {std::max<std::int64_t>(0, first), std::min(cells, end)};
}

void paint_text(QPainter& painter, const Figure& figure) {
    const Theme theme = Theme::paper();
    painter.fillRect(QRect({0, 0}, figure.size), theme.background);
    const QRect room = room_below_title(figure);
    const QFont title_font = figure_title_font();
    const QFontMetrics title_metrics(title_font);
    const QFontMetrics metrics(figure_font());
    int y = figure.size.height() - room.bottom() - 1;
    painter.setFont(title_font);
    painter.setPen(theme.text);
    painter.drawText(QPoint(room.left(), y + title_metrics.ascent()),
                     title_metrics.elidedText(figure.title, Qt::ElideRight, room.width()));
    y += title_metrics.height() + 3;
    painter.setFont(figure_font());
    painter.setPen(theme.quiet);
    for (const QString& line : figure.lines) {
        painter.drawText(QPoint(room.left(), y + metrics.ascent()),
                         metrics.elidedText(line, Qt::ElideRight, room.width()));
        y += metrics.height() + 3;
    }
}

void paint_cells(QPainter& painter, const MatrixFigure& figure, const MatrixLayout& layout,
                 double max_rectangles) {
    const double rows_seen = layout.view.down.pixels * layout.view.down.cells_per_pixel;
    const double columns_seen = layout.view.across.pixels * layout.view.across.cells_per_pixel;
    if (rows_seen * columns_seen > max_rectangles) {
        const picture::Shades shades(figure.legend.scale);
        const picture::ShadePicture cells =
            picture::draw_window(*figure.cells, nullptr, layout.view, shades, figure.fold);
        painter.drawImage(layout.matrix.topLeft(), shade_image(cells, figure.legend.palette));
        return;
    }
    const CellPainter cells{painter, figure, layout};
    const CellSpan rows = seen_cells(layout.view.down, figure.cells->rows());
    const CellSpan columns = seen_cells(layout.view.across, figure.cells->columns());
    for (std::int64_t row = rows.first; row < rows.end; ++row) {
        for (std::int64_t column = columns.first; column < columns.end; ++column) cells.paint(row, column);
    }
}

}  // namespace

void paint_below_cells(QPainter& painter, const Figure& figure, const MatrixFigure& matrix,
                       const MatrixLayout& layout) {
    paint_text(painter, figure);
    const Theme theme = Theme::paper();
    painter.setFont(figure_font());
    layout.left.paint(painter, layout.matrix, layout.view.down, theme);
    layout.top.paint(painter, layout.matrix, layout.view.across, theme);
    paint_legend(painter, layout.legend, matrix.legend, theme);
    painter.setPen(theme.text);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(layout.matrix.adjusted(-1, -1, 0, 0));
}

void paint_on_cells(QPainter& painter, const MatrixFigure& matrix, const MatrixLayout& layout) {
    painter.setFont(figure_font());
    paint_overlay(painter, layout.matrix, layout.view, matrix.areas);
}

void paint(QPainter& painter, const Figure& figure, double max_rectangles) {
    const QRect room = room_below_title(figure);
    if (const auto* const curves = std::get_if<CurveFigure>(&figure.content)) {
        paint_text(painter, figure);
        const QFont font = figure_font();
        painter.setFont(font);
        const CurveFrame frame(curves->curves, room, font);
        paint_curves(painter, curves->curves, frame, curves->current, Theme::paper());
        return;
    }
    const auto& matrix = std::get<MatrixFigure>(figure.content);
    const MatrixLayout layout = lay_out(matrix, room);
    paint_below_cells(painter, figure, matrix, layout);
    paint_cells(painter, matrix, layout, max_rectangles);
    paint_on_cells(painter, matrix, layout);
}

}  // namespace fabricmap::viewer
