// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/curve_style.hpp"

#include <QPolygonF>
#include <array>

namespace fabricmap::viewer {
namespace {

// Okabe and Ito's colours, which people with any colour vision tell apart; their yellow is too pale here.
constexpr std::array<QRgb, 6> curve_colours{0xff0072b2, 0xffd55e00, 0xff009e73,
                                            0xffcc79a7, 0xffe69f00, 0xff56b4e9};
constexpr std::array curve_lines{Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DotLine,
                                 Qt::DashDotDotLine};
constexpr double radius = 3.5;

QPolygonF marker_outline(Marker marker, const QPointF& c) {
    constexpr double r = radius;
    switch (marker) {
        case Marker::square:
            return QPolygonF{
                {c + QPointF(-r, -r), c + QPointF(r, -r), c + QPointF(r, r), c + QPointF(-r, r)}};
        case Marker::triangle:
            return QPolygonF{{c + QPointF(0, -r - 1), c + QPointF(r + 1, r), c + QPointF(-r - 1, r)}};
        case Marker::inverted_triangle:
            return QPolygonF{{c + QPointF(0, r + 1), c + QPointF(r + 1, -r), c + QPointF(-r - 1, -r)}};
        default:
            return QPolygonF{{c + QPointF(0, -r - 1), c + QPointF(r + 1, 0), c + QPointF(0, r + 1),
                              c + QPointF(-r - 1, 0)}};
    }
}

}  // namespace

CurveStyle style_of(std::size_t curve, const Theme& theme) {
    QColor colour(curve_colours.at(curve % curve_colours.size()));
    if (theme.is_dark()) colour = colour.lighter(135);
    return {colour, curve_lines.at(curve % curve_lines.size()), static_cast<Marker>(curve % marker_count)};
}

QPen line_pen(const CurveStyle& style) {
    return {style.colour, 2, style.line, Qt::FlatCap, Qt::RoundJoin};
}

void paint_marker(QPainter& painter, const QPointF& centre, Marker marker) {
    constexpr double r = radius;
    painter.setBrush(painter.pen().color());
    switch (marker) {
        case Marker::circle:
            painter.drawEllipse(centre, r, r);
            break;
        case Marker::cross:
            painter.drawLine(centre + QPointF(-r, -r), centre + QPointF(r, r));
            painter.drawLine(centre + QPointF(-r, r), centre + QPointF(r, -r));
            break;
        case Marker::plus:
            painter.drawLine(centre + QPointF(-r - 1, 0), centre + QPointF(r + 1, 0));
            painter.drawLine(centre + QPointF(0, -r - 1), centre + QPointF(0, r + 1));
            break;
        default:
            painter.drawPolygon(marker_outline(marker, centre));
    }
}

void paint_sample(QPainter& painter, const QPointF& left, double length, const CurveStyle& style) {
    painter.setPen(line_pen(style));
    painter.drawLine(left, left + QPointF(length, 0));
    painter.setPen(QPen(style.colour, 1.5));
    paint_marker(painter, left + QPointF(length / 2, 0), style.marker);
}

}  // namespace fabricmap::viewer
