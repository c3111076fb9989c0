// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/painting/theme.hpp"

#include <QColor>
#include <QPainter>
#include <QPointF>
#include <cstddef>
#include <cstdint>

namespace fabricmap::viewer {

enum class Marker : std::uint8_t { circle, square, triangle, diamond, cross, plus, inverted_triangle };

inline constexpr std::size_t marker_count = 7;

/// How a curve is told from the others: by colour, by its line and by its marks, each enough on its own for
/// a few curves.
struct CurveStyle {
    QColor colour;
    Qt::PenStyle line = Qt::SolidLine;
    Marker marker = Marker::circle;
};

[[nodiscard]] CurveStyle style_of(std::size_t curve, const Theme& theme);

/// With the painter's pen; closed marks are filled with its colour.
void paint_marker(QPainter& painter, const QPointF& centre, Marker marker);

/// A piece of the curve's line with its mark in the middle, as legends have it.
void paint_sample(QPainter& painter, const QPointF& left, double length, const CurveStyle& style);

/// The pen of the curve's line.
[[nodiscard]] QPen line_pen(const CurveStyle& style);

}  // namespace fabricmap::viewer
