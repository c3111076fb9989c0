// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/overlay.hpp"

#include "viewer/painting/theme.hpp"

#include <QFontMetrics>
#include <QString>
#include <algorithm>
#include <array>
#include <vector>

namespace fabricmap::viewer {
namespace {

constexpr double least_outline = 7;  // pixels; smaller ones would hide what they are about

struct Span {
    double from;
    double length;
};

Span pixels_of(const picture::AxisView& view, std::int64_t first, std::int64_t cells) {
    const double from = view.pixel_at(static_cast<double>(first));
    const double to = view.pixel_at(static_cast<double>(first + cells));
    const double more = std::max(0.0, least_outline - (to - from)) / 2;
    return {from - more, to - from + 2 * more};
}

QRectF outline_of(const QRect& matrix, const picture::View& view, const FindingArea& area) {
    const Span across = pixels_of(view.across, area.first_column, area.columns);
    const Span down = pixels_of(view.down, area.first_row, area.rows);
    return {matrix.left() + across.from, matrix.top() + down.from, across.length, down.length};
}

void paint_outline(QPainter& painter, const QRectF& outline) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::white, 4, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(outline);
    painter.setPen(QPen(Qt::black, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(outline);
}

/// At a corner of the outline's visible part, beside the labels that are there already.
QRectF free_place(const QRectF& seen, const QSizeF& size, const QRectF& matrix,
                  const std::vector<QRectF>& taken) {
    std::vector<QPointF> corners{seen.topLeft(), seen.topRight() - QPointF(size.width(), 0),
                                 seen.bottomLeft() - QPointF(0, size.height()),
                                 seen.bottomRight() - QPointF(size.width(), size.height())};
    for (double x = seen.left(); x + size.width() <= seen.right(); x += size.width()) {
        corners.emplace_back(x, seen.top());
    }
    for (double y = seen.top(); y + size.height() <= seen.bottom(); y += size.height()) {
        corners.emplace_back(seen.left(), y);
    }
    QRectF first;
    for (const QPointF& corner : corners) {
        QRectF place(corner, size);
        place.moveLeft(
            std::clamp(place.left(), matrix.left(), std::max(matrix.left(), matrix.right() - size.width())));
        place.moveTop(
            std::clamp(place.top(), matrix.top(), std::max(matrix.top(), matrix.bottom() - size.height())));
        if (first.isNull()) first = place;
        const bool is_free = std::none_of(taken.begin(), taken.end(),
                                          [&](const QRectF& other) { return other.intersects(place); });
        if (is_free) return place;
    }
    return first;
}

void paint_label(QPainter& painter, const QRectF& box, const QString& text) {
    painter.setPen(QPen(Qt::black, 1));
    painter.setBrush(Qt::white);
    painter.drawRect(box);
    painter.drawText(box, Qt::AlignCenter, text);
}

}  // namespace

void paint_overlay(QPainter& painter, const QRect& matrix, const picture::View& view,
                   std::span<const FindingArea> areas) {
    painter.save();
    painter.setClipRect(matrix, Qt::IntersectClip);
    QFont font = smaller(painter.font());
    font.setBold(true);
    painter.setFont(font);
    const QFontMetrics metrics(font);
    const QRectF whole(matrix);
    struct Label {
        QRectF seen;
        QString text;
    };
    std::vector<Label> labels;
    labels.reserve(areas.size());
    for (const FindingArea& area : areas) {
        const QRectF outline = outline_of(matrix, view, area);
        if (!outline.intersects(whole)) continue;
        paint_outline(painter, outline);
        labels.push_back({outline.intersected(whole), QString::number(area.finding + 1)});
    }
    // Above all outlines, so that no line crosses a number.
    std::vector<QRectF> taken;
    taken.reserve(labels.size());
    for (const Label& label : labels) {
        const QSizeF size(std::max(metrics.horizontalAdvance(label.text) + 8, metrics.height()),
                          metrics.height());
        taken.push_back(free_place(label.seen, size, whole, taken));
        paint_label(painter, taken.back(), label.text);
    }
    painter.restore();
}

}  // namespace fabricmap::viewer
