// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "viewer/painting/theme.hpp"
#include "viewer/widgets/length_track.hpp"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <limits>

namespace fabricmap::viewer {
namespace {

constexpr double rail = 4;
constexpr int label_gap = 8;

/// The colours of the window around it, not of a page of values.
Theme theme_of(const QWidget& widget) {
    QPalette palette = widget.palette();
    const auto group = widget.isEnabled() ? QPalette::Active : QPalette::Disabled;
    palette.setColor(QPalette::Base, palette.color(group, QPalette::Window));
    palette.setColor(QPalette::Text, palette.color(group, QPalette::WindowText));
    return Theme::of(palette);
}

}  // namespace

void LengthTrack::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smaller(font()));
    if (lengths_.empty()) return;
    const QRect band = slider_band();
    const Theme theme = theme_of(*this);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.line);
    painter.drawRoundedRect(QRectF(x_of(0), band.center().y() - rail / 2, x_of(last_index()) - x_of(0), rail),
                            rail / 2, rail / 2);
    paint_labels(painter);
    paint_breaks(painter);
    paint_window(painter);
    paint_slider(painter);
}

void LengthTrack::paint_labels(QPainter& painter) const {
    const Theme theme = theme_of(*this);
    const QFontMetrics metrics(painter.font());
    const auto text = [&](int k) {
        return QString::fromStdString(format_size(lengths_[static_cast<std::size_t>(k)]));
    };
    int widest = 0;
    for (int k = 0; k <= last_index(); ++k) widest = std::max(widest, metrics.horizontalAdvance(text(k)));
    const double each =
        last_index() > 0 ? (x_of(last_index()) - x_of(0)) / static_cast<double>(last_index()) : widest;
    int step = 1;
    while (step <= last_index() && step * each < widest + label_gap) ++step;
    const QRect band = slider_band();
    for (int k = 0; k <= last_index(); k += step) {
        const int x = x_of(k);
        painter.setPen(theme.line);
        painter.drawLine(QPointF(x, band.center().y() + rail), QPointF(x, band.bottom()));
        painter.setPen(theme.quiet);
        const QRect place(std::clamp(x - widest / 2, 0, std::max(0, width() - widest)),
                          window_band().bottom() + 1, widest, metrics.height());
        painter.drawText(place, Qt::AlignHCenter | Qt::TextDontClip, text(k));
    }
}

void LengthTrack::paint_breaks(QPainter& painter) const {
    const Theme theme = theme_of(*this);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.text);
    const double bottom = slider_band().center().y() - rail;
    for (const ProtocolBreak& found : breaks_) {
        const double x = x_of(index_of(found));
        painter.drawPolygon(
            QPolygonF{{QPointF(x, bottom), QPointF(x - 5, bottom - 9), QPointF(x + 5, bottom - 9)}});
    }
}

void LengthTrack::paint_window(QPainter& painter) const {
    const Theme theme = theme_of(*this);
    const QRectF band(window_band());
    const double first = x_of(window_first_);
    const double last = x_of(window_last_);
    const double middle = band.center().y();
    painter.setPen(QPen(theme.quiet, 1));
    painter.drawLine(QPointF(first, middle), QPointF(last, middle));
    // Ends that point outwards, so that both can be taken hold of where they meet.
    painter.setBrush(theme.background);
    painter.setPen(QPen(theme.text, 1.2));
    constexpr double half = 5;
    constexpr double depth = 9;
    painter.drawPolygon(QPolygonF{
        {QPointF(first, middle - half), QPointF(first, middle + half), QPointF(first - depth, middle)}});
    painter.drawPolygon(QPolygonF{
        {QPointF(last, middle - half), QPointF(last, middle + half), QPointF(last + depth, middle)}});
}

void LengthTrack::paint_slider(QPainter& painter) const {
    const Theme theme = theme_of(*this);
    const QPointF centre(x_of(value()), slider_band().center().y());
    constexpr double radius = 7;
    painter.setPen(QPen(theme.text, hasFocus() ? 2.5 : 1.2));
    painter.setBrush(isEnabled() ? theme.accent : theme.background);
    painter.drawEllipse(centre, radius, radius);
    if (!hasFocus()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.text, 1, Qt::DotLine));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

}  // namespace fabricmap::viewer
