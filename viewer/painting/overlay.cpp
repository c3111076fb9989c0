// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/overlay.hpp"

#include "viewer/painting/theme.hpp"
#include "viewer/reading/slowest_pairs.hpp"

#include <QFontMetrics>
#include <QString>
#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace fabricmap::viewer {
namespace {

constexpr int max_labels_a_finding = 8;
constexpr double min_outline = 7;  // pixels; smaller ones would hide what they are about

struct Span {
    double from;
    double length;
};

Span pixels_of(const picture::AxisView& view, std::int64_t first, std::int64_t cells) {
    const double from = view.pixel_at(static_cast<double>(first));
    const double to = view.pixel_at(static_cast<double>(first + cells));
    const double more = std::max(0.0, min_outline - (to - from)) / 2;
    return {from - more, to - from + 2 * more};
}

QRectF finding_outline(const QRect& matrix, const picture::View& view, const FindingArea& area) {
    const Span across = pixels_of(view.across, area.first_column, area.columns);
    const Span down = pixels_of(view.down, area.first_row, area.rows);
    return {matrix.left() + across.from, matrix.top() + down.from, across.length, down.length};
}

bool is_too_small(const picture::View& view, const FindingArea& area) {
    return static_cast<double>(area.columns) / view.across.cells_per_pixel < ring_diameter &&
           static_cast<double>(area.rows) / view.down.cells_per_pixel < ring_diameter;
}

QRectF ring_about(const QPointF& centre) {
    return {centre - QPointF(ring_diameter, ring_diameter) / 2, QSizeF(ring_diameter, ring_diameter)};
}

/// Whole also at the edge.
void paint_ring(QPainter& painter, const QRectF& ring) {
    painter.save();
    painter.setClipping(false);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const auto& [colour, width] : {std::pair{Qt::white, 4}, std::pair{Qt::black, 2}}) {
        painter.setPen(QPen(colour, width));
        painter.drawEllipse(ring);
    }
    painter.restore();
}

void paint_outline(QPainter& painter, const QRectF& outline) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::white, 4, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(outline);
    painter.setPen(QPen(Qt::black, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(outline);
}

QRectF within(const QRectF& box, const QRectF& matrix) {
    const auto kept = [](double from, double low, double high) {
        return std::clamp(from, low, std::max(low, high));
    };
    return {QPointF(kept(box.left(), matrix.left(), matrix.right() - box.width()),
                    kept(box.top(), matrix.top(), matrix.bottom() - box.height())),
            box.size()};
}

/// Places for a label, the best first: the corners of the outline's visible part, along its upper and left
/// edge, then around it.
std::vector<QPointF> places_of(const QRectF& seen, const QSizeF& size) {
    const QPointF right(seen.width() - size.width(), 0);
    const QPointF down(0, seen.height() - size.height());
    std::vector<QPointF> places{seen.topLeft(), seen.topLeft() + right, seen.topLeft() + down,
                                seen.topLeft() + right + down};
    for (double x = seen.left(); x + size.width() <= seen.right(); x += size.width()) {
        places.emplace_back(x, seen.top());
    }
    for (double y = seen.top(); y + size.height() <= seen.bottom(); y += size.height()) {
        places.emplace_back(seen.left(), y);
    }
    constexpr int rings = 4;
    for (int ring = 1; ring <= rings; ++ring) {
        for (const auto& [x, y] :
             {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}}) {
            places.push_back(seen.center() + QPointF(x * ring * size.width() * 1.5 - size.width() / 2,
                                                     y * ring * size.height() * 1.5 - size.height() / 2));
        }
    }
    return places;
}

/// Beside a ring, whose inside is what it is about.
std::vector<QPointF> places_beside(const QRectF& ring, const QSizeF& size) {
    constexpr double apart = 3;
    const double higher = ring.center().y() - size.height() / 2;
    const double further = ring.center().x() - size.width() / 2;
    return {{ring.right() + apart, higher},
            {ring.left() - apart - size.width(), higher},
            {further, ring.bottom() + apart},
            {further, ring.top() - apart - size.height()},
            {ring.right() + apart, ring.bottom() + apart},
            {ring.left() - apart - size.width(), ring.top() - apart - size.height()}};
}

/// Nothing where other labels have all of it: an outline without its number is better than a wrong one.
std::optional<QRectF> free_place(const std::vector<QPointF>& corners, const QSizeF& size,
                                 const QRectF& matrix, const std::vector<QRectF>& taken) {
    for (const QPointF& corner : corners) {
        const QRectF place = within(QRectF(corner, size), matrix);
        const bool is_free = std::none_of(taken.begin(), taken.end(),
                                          [&](const QRectF& other) { return other.intersects(place); });
        if (is_free) return place;
    }
    return std::nullopt;
}

void paint_leader(QPainter& painter, const QPointF& from, const QPointF& to) {
    painter.setPen(QPen(Qt::white, 3));
    painter.drawLine(from, to);
    painter.setPen(QPen(Qt::black, 1));
    painter.drawLine(from, to);
}

void paint_label(QPainter& painter, const QRectF& box, const QString& text) {
    painter.setPen(QPen(Qt::black, 1));
    painter.setBrush(Qt::white);
    painter.drawRect(box);
    painter.drawText(box, Qt::AlignCenter, text);
}

struct Label {
    QRectF seen;
    QString text;
    bool is_of_ring;
};

/// Above all outlines, so that no line crosses a number, and on no ring.
void paint_labels(QPainter& painter, const std::vector<Label>& labels, std::vector<QRectF> taken,
                  const QRectF& matrix) {
    const QFontMetrics metrics = painter.fontMetrics();
    for (const Label& label : labels) {
        const int width = std::max(metrics.horizontalAdvance(label.text) + 8, metrics.height());
        const QSizeF size(width, metrics.height());
        const auto corners = label.is_of_ring ? places_beside(label.seen, size) : places_of(label.seen, size);
        const auto place = free_place(corners, size, matrix, taken);
        if (!place) continue;
        taken.push_back(*place);
        if (!label.is_of_ring && !place->intersects(label.seen))
            paint_leader(painter, place->center(), label.seen.center());
        paint_label(painter, *place, label.text);
    }
}

}  // namespace

void paint_overlay(QPainter& painter, const QRect& matrix, const picture::View& view,
                   std::span<const FindingArea> areas) {
    painter.save();
    painter.setClipRect(matrix, Qt::IntersectClip);
    QFont font = smaller(painter.font());
    font.setBold(true);
    painter.setFont(font);
    const QRectF whole(matrix);
    std::vector<Label> labels;
    labels.reserve(areas.size());
    std::vector<QRectF> rings;
    std::map<std::size_t, int> labelled;
    for (const FindingArea& area : areas) {
        QRectF outline = finding_outline(matrix, view, area);
        if (!outline.intersects(whole)) continue;
        const bool is_ring = is_too_small(view, area);
        if (is_ring) {
            if (!whole.contains(outline.center())) continue;
            outline = ring_about(outline.center());
            rings.push_back(outline);
            paint_ring(painter, outline);
        } else {
            paint_outline(painter, outline);
        }
        if (area.finding == no_finding) continue;
        // A part in many pieces is known by some of them.
        if (++labelled[area.finding] > max_labels_a_finding) continue;
        labels.push_back({outline.intersected(whole), QString::number(area.finding + 1), is_ring});
    }
    paint_labels(painter, labels, std::move(rings), whole);
    painter.restore();
}

}  // namespace fabricmap::viewer
