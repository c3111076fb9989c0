// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/window.hpp"
#include "viewer/painting/figure.hpp"

#include <QFont>
#include <QRect>
#include <cstdint>

namespace fabricmap::viewer {

/// The fonts of files: sizes in pixels, whatever the screen.
[[nodiscard]] QFont figure_font();
[[nodiscard]] QFont figure_title_font();

/// What title and lines leave of the figure, with its margin.
[[nodiscard]] QRect room_below_title(const Figure& figure);

/// Where the parts of a matrix lie on a figure, and which cells lie under which pixels.
struct MatrixLayout {
    QRect matrix;
    picture::View view;
    MatrixAxis left;
    MatrixAxis top;
    QRect legend;
};

[[nodiscard]] MatrixLayout lay_out(const MatrixFigure& figure, const QRect& room);

/// How the cells are drawn: as one picture of pixels, or one by one.
enum class CellDrawing : std::uint8_t { pixels, rectangles };

/// The parts of a figure in the order in which they are painted, each over those before it.
void paint_words(QPainter& painter, const Figure& figure);
void paint_beside_cells(QPainter& painter, const MatrixFigure& figure, const MatrixLayout& layout);
void paint_cells(QPainter& painter, const MatrixFigure& figure, const MatrixLayout& layout,
                 CellDrawing drawing);
void paint_on_cells(QPainter& painter, const MatrixFigure& figure, const MatrixLayout& layout);
void paint_curve_figure(QPainter& painter, const CurveFigure& figure, const QRect& room);

}  // namespace fabricmap::viewer
