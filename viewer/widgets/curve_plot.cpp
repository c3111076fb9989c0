// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/curve_plot.hpp"

#include "base/message_lengths.hpp"
#include "picture/layout/chart.hpp"
#include "viewer/models/language.hpp"
#include "viewer/models/number_text.hpp"
#include "viewer/painting/drawing_painting.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFocusRect>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fabricmap::viewer {
namespace {

constexpr int plot_margin = 6;

double value_at(const std::vector<double>& values, int index) {
    const auto k = static_cast<std::size_t>(index);
    return k < values.size() ? values[k] : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

CurvePlot::CurvePlot(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Delay against message length"));
    setToolTip(
        tr("Click or press Left and Right to choose a message length, Up and Down to choose a curve."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    describe();
}

void CurvePlot::set_curves(CurveSet set) {
    set_ = std::move(set);
    shown_curve_ = 0;
    pointed_.reset();
    describe();
    update();
}

void CurvePlot::set_hint(const QString& hint) {
    hint_ = hint;
    describe();
    update();
}

void CurvePlot::set_current(int index) {
    wanted_ = index;
    describe();
    update();
}

std::optional<int> CurvePlot::current() const {
    const bool exists = wanted_ >= 0 && wanted_ < static_cast<int>(set_.lengths.size());
    return exists ? std::optional(wanted_) : std::nullopt;
}

QString CurvePlot::text_of(std::size_t curve, int index) const {
    const Curve& shown = set_.curves.at(curve);
    const auto text = [this](double value) { return value_text(value, set_.quantity); };
    const auto k = static_cast<std::size_t>(index);
    const QString place = set_.steps.empty()
                              ? tr("%1 bytes").arg(QString::fromStdString(format_size(set_.lengths.at(k))))
                              : QString::fromStdString(set_.steps.at(k));
    const QString name = curve_text(shown);
    const double value = value_at(shown.middle, index);
    if (!std::isfinite(value)) return tr("%1, %2: not measured").arg(place, name);
    const double low = value_at(shown.low, index);
    const double high = value_at(shown.high, index);
    if (!std::isfinite(low) || !std::isfinite(high)) {
        return tr("%1, %2: %3").arg(place, name, text(value));
    }
    return tr("%1, %2: %3, from %4 to %5").arg(place, name, text(value), text(low), text(high));
}

QSize CurvePlot::sizeHint() const {
    return {60 * fontMetrics().averageCharWidth(), 20 * fontMetrics().height()};
}

QSize CurvePlot::minimumSizeHint() const {
    return {24 * fontMetrics().averageCharWidth(), 6 * fontMetrics().height()};
}

picture::ChartLayout CurvePlot::layout() const {
    const std::optional<std::size_t> marked =
        current() ? std::optional(static_cast<std::size_t>(wanted_)) : std::nullopt;
    const double unit = unit_for(font());
    return {
        chart_of(set_, marked),
        {plot_margin, plot_margin, width() / unit - 2.0 * plot_margin, height() / unit - 2.0 * plot_margin}};
}

void CurvePlot::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Theme theme = Theme::of(palette());
    painter.fillRect(rect(), theme.background);
    painter.setFont(font());
    if (set_.curves.empty()) {
        painter.setPen(theme.quiet);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, accessibleDescription());
    } else {
        const picture::ChartLayout places = layout();
        picture::Drawing drawing;
        places.draw(drawing);
        if (const auto value = pointed_ ? value_of(*pointed_) : std::nullopt) {
            const auto length = set_.lengths[static_cast<std::size_t>(pointed_->index)];
            constexpr double radius = 8;
            drawing.shapes.emplace_back(picture::Circle{
                {places.x_of(length), places.y_of(*value)}, radius, picture::Pen{picture::Ink::text, 2}});
        }
        paint(painter, drawing, theme, unit_for(font()));
    }
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = rect().adjusted(1, 1, -1, -1);
        option.backgroundColor = theme.background;
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

std::optional<double> CurvePlot::value_of(const Pointed& pointed) const {
    const double value = value_at(set_.curves.at(pointed.curve).middle, pointed.index);
    return std::isfinite(value) && value > 0 ? std::optional(value) : std::nullopt;
}

std::optional<CurvePlot::Pointed> CurvePlot::value_near(const QPointF& pixel) const {
    const QPointF place = pixel / unit_for(font());
    const picture::ChartLayout places = layout();
    const auto index = places.length_at(place.x());
    const picture::Box& plot = places.plot();
    const QRectF near = QRectF(plot.x, plot.y, plot.width, plot.height)
                            .adjusted(-plot_margin, -plot_margin, plot_margin, plot_margin);
    if (!index || !near.contains(place)) return {};
    std::optional<Pointed> nearest;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t curve = 0; curve < set_.curves.size(); ++curve) {
        const Pointed candidate{curve, static_cast<int>(*index)};
        const auto value = value_of(candidate);
        if (!value) continue;
        const double distance = std::abs(places.y_of(*value) - place.y());
        if (distance >= least) continue;
        least = distance;
        nearest = candidate;
    }
    return nearest;
}

void CurvePlot::mouseMoveEvent(QMouseEvent* event) {
    const auto pointed = value_near(event->position());
    if (pointed == pointed_) return;
    if (pointed) {
        show_value(*pointed);
    } else {
        pointed_.reset();
        update();
    }
}

void CurvePlot::leaveEvent(QEvent* event) {
    pointed_.reset();
    update();
    QWidget::leaveEvent(event);
}

void CurvePlot::mousePressEvent(QMouseEvent* event) {
    const auto index = layout().length_at(event->position().x() / unit_for(font()));
    if (event->button() == Qt::LeftButton && index) {
        pick(static_cast<int>(*index));
    } else {
        QWidget::mousePressEvent(event);
    }
}

void CurvePlot::keyPressEvent(QKeyEvent* event) {
    const int count = static_cast<int>(set_.lengths.size());
    const int curves = static_cast<int>(set_.curves.size());
    if (count == 0 || curves == 0) return QWidget::keyPressEvent(event);
    const int now = current().value_or(0);
    const auto shown = static_cast<int>(shown_curve_);
    switch (event->key()) {
        case Qt::Key_Left:
            return pick(std::max(0, now - 1));
        case Qt::Key_Right:
            return pick(std::min(count - 1, current() ? now + 1 : 0));
        case Qt::Key_Home:
            return pick(0);
        case Qt::Key_End:
            return pick(count - 1);
        case Qt::Key_Up:
            return show_value({static_cast<std::size_t>((shown + curves - 1) % curves), now});
        case Qt::Key_Down:
            return show_value({static_cast<std::size_t>((shown + 1) % curves), now});
        default:
            QWidget::keyPressEvent(event);
    }
}

void CurvePlot::pick(int index) {
    set_current(index);
    if (shown_curve_ < set_.curves.size()) show_value({shown_curve_, index});
    emit length_picked(index);
}

void CurvePlot::show_value(const Pointed& pointed) {
    shown_curve_ = pointed.curve;
    pointed_ = pointed;
    describe();
    update();
    emit status_changed(text_of(pointed.curve, pointed.index));
}

void CurvePlot::describe() {
    if (set_.curves.empty()) {
        setAccessibleDescription(hint_.isEmpty() ? tr("There are no curves to show.") : hint_);
        return;
    }
    const int index = pointed_ ? pointed_->index : current().value_or(0);
    const QString shown = tr("%n curve(s)", "", static_cast<int>(set_.curves.size()));
    setAccessibleDescription(tr("%1. %2").arg(shown, text_of(shown_curve_, index)));
}

}  // namespace fabricmap::viewer

#include "moc_curve_plot.cpp"
