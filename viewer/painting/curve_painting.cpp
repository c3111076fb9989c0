// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/curve_painting.hpp"

#include "base/message_lengths.hpp"
#include "viewer/painting/curve_style.hpp"

#include <QCoreApplication>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <vector>

namespace fabricmap::viewer {
namespace {

struct CurveText {
    Q_DECLARE_TR_FUNCTIONS(fabricmap::viewer::Curves)

  public:
    static QString value_axis(const CurveSet& set) {
        if (set.content == Content::bytes) return tr("bytes");
        if (set.content == Content::messages) return tr("messages");
        switch (set.quantity) {
            case Quantity::count:
                return tr("samples");
            case Quantity::ratio:
                return tr("ratio");
            case Quantity::rate:
                return tr("bandwidth");
            default:
                return tr("delay");
        }
    }
};

bool can_be_drawn(double value) {
    return std::isfinite(value) && value > 0;
}

/// Neighbouring lengths with values, for what is not drawn across a gap.
template <typename Has, typename Draw>
void for_each_segment(std::size_t count, const Has& has, const Draw& draw) {
    std::size_t first = 0;
    while (first < count) {
        if (!has(first)) {
            ++first;
            continue;
        }
        std::size_t end = first + 1;
        while (end < count && has(end)) ++end;
        draw(first, end);
        first = end;
    }
}

class CurvePainter {
  public:
    CurvePainter(QPainter& painter, const CurveSet& set, const CurveFrame& frame, const Theme& theme)
        : painter_(painter), set_(set), frame_(frame), theme_(theme), metrics_(painter.font()) {}

    void paint_value_axis() {
        const QRectF& plot = frame_.plot();
        for (const picture::RampMark& mark : frame_.marked_values()) {
            const double y = frame_.y_of(mark.value);
            painter_.setPen(grid_pen());
            painter_.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
            painter_.setPen(theme_.text);
            painter_.drawLine(QPointF(plot.left() - CurveFrame::tick, y), QPointF(plot.left(), y));
            words({plot.left() - CurveFrame::tick - CurveFrame::gap - 400, y - metrics_.height() / 2, 400,
                   metrics_.height()},
                  Qt::AlignRight | Qt::AlignVCenter, QString::fromStdString(mark.text));
        }
        painter_.save();
        painter_.translate(frame_.area().left() + metrics_.height() / 2, plot.bottom());
        painter_.rotate(-90);
        painter_.setPen(theme_.quiet);
        words({0, -metrics_.height() / 2, plot.height(), metrics_.height()}, Qt::AlignCenter,
              CurveText::value_axis(set_));
        painter_.restore();
    }

    void paint_length_axis() {
        const QRectF& plot = frame_.plot();
        for (const std::int64_t length : frame_.marked_lengths()) {
            const double x = frame_.x_of(static_cast<double>(length));
            painter_.setPen(grid_pen());
            painter_.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
            painter_.setPen(theme_.text);
            painter_.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + CurveFrame::tick));
            words({x - 100, plot.bottom() + CurveFrame::tick + 1, 200, metrics_.height()}, Qt::AlignHCenter,
                  QString::fromStdString(format_size(length)));
        }
        painter_.setPen(theme_.quiet);
        words({plot.left(), plot.bottom() + CurveFrame::tick + metrics_.height() + 2, plot.width(),
               metrics_.height()},
              Qt::AlignHCenter, CurveText::tr("message length, bytes"));
    }

    void paint_frame() {
        const QRectF& plot = frame_.plot();
        painter_.setPen(theme_.text);
        painter_.setBrush(Qt::NoBrush);
        painter_.drawRect(plot);
        if (!frame_.has_zero()) return;
        // Two strokes across the axis: no logarithm leads to 0.
        const QPointF middle(frame_.axis_break_x(), plot.bottom());
        painter_.setPen(QPen(theme_.background, 4));
        painter_.drawLine(middle - QPointF(2, 0), middle + QPointF(2, 0));
        painter_.setPen(theme_.text);
        for (const double shift : {-3.0, 3.0}) {
            painter_.drawLine(middle + QPointF(shift - 2, 5), middle + QPointF(shift + 2, -5));
        }
    }

    void paint_breaks() {
        painter_.setPen(QPen(theme_.quiet, 1, Qt::DashLine));
        for (const CurveFrame::BreakPlace& place : frame_.breaks()) {
            const double top = place.words.isNull() ? frame_.plot().top() : place.words.center().y();
            painter_.drawLine(QPointF(place.x, top), QPointF(place.x, frame_.plot().bottom()));
        }
        for (const CurveFrame::BreakPlace& place : frame_.breaks()) {
            if (place.words.isNull()) continue;
            // The lines of other breaks pass behind the words.
            painter_.fillRect(place.words.adjusted(-2, 0, 0, 0), theme_.background);
            painter_.setPen(theme_.text);
            words(place.words, Qt::AlignLeft | Qt::AlignVCenter, place.shown);
        }
    }

    void paint_band(const Curve& curve, const CurveStyle& style) {
        const std::size_t count = std::min({set_.lengths.size(), curve.low.size(), curve.high.size()});
        const auto has = [&](std::size_t k) {
            return can_be_drawn(curve.low[k]) && can_be_drawn(curve.high[k]);
        };
        QColor fill = style.colour;
        fill.setAlpha(45);
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(fill);
        for_each_segment(count, has, [&](std::size_t first, std::size_t end) {
            QPolygonF outline;
            for (std::size_t k = first; k < end; ++k) outline << place(k, curve.low[k]);
            for (std::size_t k = end; k-- > first;) outline << place(k, curve.high[k]);
            painter_.drawPolygon(outline);
        });
    }

    void paint_line(const Curve& curve, const CurveStyle& style) {
        const std::size_t count = std::min(set_.lengths.size(), curve.middle.size());
        painter_.setBrush(Qt::NoBrush);
        const auto has = [&](std::size_t k) { return can_be_drawn(curve.middle[k]); };
        for_each_segment(count, has, [&](std::size_t first, std::size_t end) {
            QPolygonF line;
            for (std::size_t k = first; k < end; ++k) line << place(k, curve.middle[k]);
            painter_.setPen(line_pen(style));
            painter_.drawPolyline(line);
            paint_markers(line, style);
        });
    }

    void paint_current(std::size_t current) {
        const double x = frame_.x_of(static_cast<double>(set_.lengths.at(current)));
        painter_.setPen(QPen(theme_.accent, 1.5));
        painter_.drawLine(QPointF(x, frame_.plot().top()), QPointF(x, frame_.plot().bottom()));
        painter_.setBrush(theme_.accent);
        const QPointF tip(x, frame_.plot().bottom());
        painter_.drawPolygon(QPolygonF{{tip, tip + QPointF(-5, 7), tip + QPointF(5, 7)}});
    }

    void paint_names() {
        for (std::size_t k = 0; k < frame_.names().size(); ++k) {
            const CurveFrame::NamePlace& place = frame_.names()[k];
            paint_sample(painter_, place.left, CurveFrame::sample_length, style_of(k, theme_));
            painter_.setPen(theme_.text);
            words(place.words, Qt::AlignLeft | Qt::AlignVCenter, place.shown);
        }
        if (frame_.nameless() == 0) return;
        painter_.setPen(theme_.quiet);
        words(frame_.nameless_place(), Qt::AlignLeft | Qt::AlignVCenter,
              CurveText::tr("and %n more", "", frame_.nameless()));
    }

  private:
    [[nodiscard]] QPointF place(std::size_t k, double value) const {
        return {frame_.x_of(static_cast<double>(set_.lengths[k])), frame_.y_of(value)};
    }
    [[nodiscard]] QPen grid_pen() const {
        QColor faint = theme_.line;
        faint.setAlpha(70);
        return {faint, 1};
    }
    void words(const QRectF& area, int flags, const QString& text) {
        painter_.drawText(area, flags | Qt::TextDontClip, text);
    }
    /// Not closer to each other than that they can be told apart.
    void paint_markers(const QPolygonF& line, const CurveStyle& style) {
        constexpr double min_distance = 12;
        painter_.setPen(QPen(style.colour, 1.5));
        double last = -min_distance;
        for (const QPointF& point : line) {
            if (point.x() - last < min_distance) continue;
            paint_marker(painter_, point, style.marker);
            last = point.x();
        }
    }

    QPainter& painter_;
    const CurveSet& set_;
    const CurveFrame& frame_;
    const Theme& theme_;
    QFontMetricsF metrics_;
};

}  // namespace

void paint_curves(QPainter& painter, const CurveSet& set, const CurveFrame& frame,
                  const std::optional<std::size_t>& current, const Theme& theme) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smaller(painter.font()));
    CurvePainter curves(painter, set, frame, theme);
    curves.paint_value_axis();
    curves.paint_length_axis();
    curves.paint_breaks();
    for (std::size_t k = 0; k < set.curves.size(); ++k) curves.paint_band(set.curves[k], style_of(k, theme));
    if (current && *current < set.lengths.size()) curves.paint_current(*current);
    for (std::size_t k = 0; k < set.curves.size(); ++k) curves.paint_line(set.curves[k], style_of(k, theme));
    curves.paint_frame();
    curves.paint_names();
    painter.restore();
}

}  // namespace fabricmap::viewer
