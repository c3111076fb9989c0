// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/level_handle.hpp"

#include "viewer/painting/theme.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>

namespace fabricmap::viewer {

LevelHandle::LevelHandle(End end, QWidget* parent) : QAbstractSlider(parent), end_(end) {
    setOrientation(Qt::Horizontal);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::SizeHorCursor);
    setRange(0, whole);
    constexpr int arrow_step = 5;
    constexpr int page_step = 50;
    setSingleStep(arrow_step);
    setPageStep(page_step);
    const bool lightest = end == End::lightest;
    setAccessibleName(lightest ? tr("Lightest level") : tr("Darkest level"));
    setToolTip(lightest ? tr("Values up to here are lightest. Drag it, or press Left and Right.")
                        : tr("Values from here on are darkest. Drag it, or press Left and Right."));
}

void LevelHandle::place(int x, int bottom) {
    const int left = end_ == End::lightest ? x - grip_width : x;
    setGeometry(left, 0, grip_width + 1, bottom);
}

double LevelHandle::line_x() const {
    return end_ == End::lightest ? grip_width + 0.5 : 0.5;
}

void LevelHandle::paintEvent(QPaintEvent* /*event*/) {
    const Theme theme = Theme::of(parentWidget()->palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double x = line_x();
    const double outer = end_ == End::lightest ? 1 : width() - 1;
    const double bottom = height() - 1;
    const double top = bottom - grip_height + 1;
    // The line is seen on dark bars and on light ground.
    painter.setPen(QPen(theme.background, 3));
    painter.drawLine(QPointF(x, 0), QPointF(x, top));
    painter.setPen(QPen(theme.text, hasFocus() ? 2 : 1));
    painter.drawLine(QPointF(x, 0), QPointF(x, bottom));
    painter.setBrush(hasFocus() ? theme.accent : end_ == End::lightest ? theme.background : theme.text);
    painter.drawPolygon(QPolygonF{{QPointF(x, top), QPointF(x, bottom), QPointF(outer, bottom)}});
}

void LevelHandle::mousePressEvent(QMouseEvent* event) {
    gripped_beside_ = event->position().x() - line_x();
}

void LevelHandle::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) {
        emit dragged(mapToParent(event->position()).x() - gripped_beside_);
    }
}

void LevelHandle::focusInEvent(QFocusEvent* event) {
    raise();
    QAbstractSlider::focusInEvent(event);
}

}  // namespace fabricmap::viewer

#include "moc_level_handle.cpp"
