// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/length_track.hpp"

#include "base/message_lengths.hpp"
#include "viewer/models/cell_text.hpp"
#include "viewer/models/language.hpp"
#include "viewer/painting/theme.hpp"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>
#include <QStringList>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fabricmap::viewer {
namespace {

constexpr int side_margin = 16;
constexpr int break_band_height = 9;
constexpr int slider_band_height = 17;
constexpr int window_band_height = 9;
constexpr int reach = 8;  // pixels beside a handle at which it is still taken hold of
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

LengthTrack::LengthTrack(QWidget* parent) : QAbstractSlider(parent) {
    setOrientation(Qt::Horizontal);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Message length"));
    set_lengths({});
}

void LengthTrack::set_lengths(std::vector<std::int64_t> lengths_bytes) {
    if (lengths_bytes == lengths_ && !lengths_.empty()) return;
    lengths_ = std::move(lengths_bytes);
    window_first_ = 0;
    window_last_ = std::max(0, last_index());
    setRange(0, std::max(0, last_index()));
    setPageStep(std::max(1, last_index() / 4));
    setEnabled(lengths_.size() > 1);
    describe();
    update();
}

void LengthTrack::set_content(Content content) {
    content_ = content;
    describe();
    update();
}

void LengthTrack::set_breaks(std::vector<ProtocolBreak> breaks) {
    breaks_ = std::move(breaks);
    describe();
    update();
}

void LengthTrack::set_window(int first, int last) {
    const int end = std::max(0, last_index());
    first = std::clamp(first, 0, end);
    last = std::clamp(last, first, end);
    if (first == window_first_ && last == window_last_) return;
    window_first_ = first;
    window_last_ = last;
    describe();
    update();
    emit window_changed(first, last);
}

QString LengthTrack::size_text(int index) const {
    return QString::fromStdString(format_size(lengths_[static_cast<std::size_t>(index)]));
}

QString LengthTrack::text_of(int index) const {
    if (index < 0 || index > last_index()) return {};
    if (is_over_all_lengths(content_)) return tr("all lengths");
    const std::int64_t length = lengths_[static_cast<std::size_t>(index)];
    if (last_of_class(length, content_) != length)
        return tr("%1, %2 of %3").arg(length_text(length, content_)).arg(index + 1).arg(lengths_.size());
    return tr("%1 bytes, %2 of %3").arg(size_text(index)).arg(index + 1).arg(lengths_.size());
}

QString LengthTrack::window_text() const {
    if (lengths_.empty() || is_over_all_lengths(content_)) return {};
    const std::int64_t last = last_of_class(lengths_[static_cast<std::size_t>(window_last_)], content_);
    return tr("Window of lengths: from %1 to %2 bytes")
        .arg(size_text(window_first_), QString::fromStdString(format_size(last)));
}

void LengthTrack::describe() {
    QStringList parts{text_of(value()), window_text()};
    for (const ProtocolBreak& found : breaks_) parts.append(break_text(found));
    parts.removeAll(QString());
    setAccessibleDescription(parts.join(QStringLiteral("; ")));
}

void LengthTrack::sliderChange(SliderChange change) {
    QAbstractSlider::sliderChange(change);
    describe();
}

int LengthTrack::x_of(double index) const {
    const int steps = std::max(1, last_index());
    return side_margin + qRound(index / steps * (width() - 1 - 2 * side_margin));
}

int LengthTrack::index_at(double x) const {
    const double fraction = (x - side_margin) / std::max(1, width() - 1 - 2 * side_margin);
    return std::clamp(qRound(fraction * last_index()), 0, std::max(0, last_index()));
}

double LengthTrack::index_of(const ProtocolBreak& found) const {
    const auto after = std::lower_bound(lengths_.begin(), lengths_.end(), found.after_bytes);
    return static_cast<double>(after - lengths_.begin()) - 0.5;
}

QRect LengthTrack::slider_band() const {
    return {0, break_band_height, width(), slider_band_height};
}

QRect LengthTrack::window_band() const {
    return {0, break_band_height + slider_band_height, width(), window_band_height};
}

QSize LengthTrack::sizeHint() const {
    return {50 * fontMetrics().averageCharWidth(), window_band().bottom() + 1 + fontMetrics().height()};
}

QSize LengthTrack::minimumSizeHint() const {
    return {20 * fontMetrics().averageCharWidth(), sizeHint().height()};
}

LengthTrack::Grip LengthTrack::grip_at(const QPoint& place) const {
    if (!window_band().contains(place)) return place.y() < window_band().top() ? Grip::slider : Grip::none;
    const int first = x_of(window_first_);
    const int last = x_of(window_last_);
    // Where both ends are one, each has its own side.
    if (place.x() <= first && first - place.x() <= 2 * reach) return Grip::window_first;
    if (place.x() >= last && place.x() - last <= 2 * reach) return Grip::window_last;
    if (place.x() - first <= reach && place.x() > first) return Grip::window_first;
    if (last - place.x() <= reach && place.x() < last) return Grip::window_last;
    return place.x() > first && place.x() < last ? Grip::whole_window : Grip::none;
}

void LengthTrack::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || lengths_.empty()) return QAbstractSlider::mousePressEvent(event);
    grip_ = grip_at(event->position().toPoint());
    gripped_index_ = index_at(event->position().x());
    if (grip_ == Grip::slider) {
        setSliderDown(true);
        setValue(gripped_index_);
    }
}

void LengthTrack::mouseMoveEvent(QMouseEvent* event) {
    const int index = index_at(event->position().x());
    switch (grip_) {
        case Grip::slider:
            return setValue(index);
        case Grip::window_first:
            return set_window(std::min(index, window_last_), window_last_);
        case Grip::window_last:
            return set_window(window_first_, std::max(index, window_first_));
        case Grip::whole_window: {
            const int step = std::clamp(index - gripped_index_, -window_first_, last_index() - window_last_);
            gripped_index_ += step;
            return set_window(window_first_ + step, window_last_ + step);
        }
        case Grip::none:
            QAbstractSlider::mouseMoveEvent(event);
    }
}

void LengthTrack::mouseReleaseEvent(QMouseEvent* event) {
    grip_ = Grip::none;
    setSliderDown(false);
    QAbstractSlider::mouseReleaseEvent(event);
}

void LengthTrack::keyPressEvent(QKeyEvent* event) {
    if (!(event->modifiers() & Qt::ShiftModifier) || lengths_.empty()) {
        return QAbstractSlider::keyPressEvent(event);
    }
    switch (event->key()) {
        case Qt::Key_Left:
            return set_window(window_first_ - 1, window_last_);
        case Qt::Key_Right:
            return set_window(std::min(window_first_ + 1, window_last_), window_last_);
        case Qt::Key_Down:
            return set_window(window_first_, std::max(window_last_ - 1, window_first_));
        case Qt::Key_Up:
            return set_window(window_first_, window_last_ + 1);
        default:
            QAbstractSlider::keyPressEvent(event);
    }
}

QString LengthTrack::tip_at(const QPoint& place) const {
    for (const ProtocolBreak& found : breaks_) {
        if (std::abs(place.x() - x_of(index_of(found))) <= reach && place.y() < window_band().top()) {
            return break_text(found);
        }
    }
    if (place.y() >= window_band().top() && !window_text().isEmpty()) {
        return tr("%1. Drag its ends, or press Shift+Left and Shift+Right for the first length, Shift+Up and "
                  "Shift+Down for the last.")
            .arg(window_text());
    }
    return text_of(value());
}

bool LengthTrack::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tip_at(help->pos()), this);
        return true;
    }
    return QAbstractSlider::event(event);
}

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
    if (!is_over_all_lengths(content_)) paint_labels(painter);
    paint_breaks(painter);
    paint_window(painter);
    paint_slider(painter);
}

void LengthTrack::paint_labels(QPainter& painter) const {
    const Theme theme = theme_of(*this);
    const QFontMetrics metrics(painter.font());
    int widest = 0;
    for (int k = 0; k <= last_index(); ++k)
        widest = std::max(widest, metrics.horizontalAdvance(size_text(k)));
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
        painter.drawText(place, Qt::AlignHCenter | Qt::TextDontClip, size_text(k));
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

#include "moc_length_track.cpp"
