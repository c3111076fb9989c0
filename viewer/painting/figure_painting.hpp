// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/painting/figure_layout.hpp"

#include <QPainter>

namespace fabricmap::viewer {

/// In the rectangle from (0,0) of the figure's size. Cells are one picture of pixels; where no more than
/// `max_rectangles` are seen, each is a rectangle.
void paint(QPainter& painter, const Figure& figure, double max_rectangles = 0);

/// The parts of a matrix' figure below its cells and above them.
void paint_below_cells(QPainter& painter, const Figure& figure, const MatrixFigure& matrix,
                       const MatrixLayout& layout);
void paint_on_cells(QPainter& painter, const MatrixFigure& matrix, const MatrixLayout& layout);

}  // namespace fabricmap::viewer
