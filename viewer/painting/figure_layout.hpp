// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/window.hpp"
#include "viewer/painting/figure.hpp"

#include <QFont>
#include <QRect>

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

}  // namespace fabricmap::viewer
