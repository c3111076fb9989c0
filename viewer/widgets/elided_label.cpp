// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/elided_label.hpp"

#include <QPainter>

namespace fabricmap::viewer {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setMinimumWidth(1);
}

QString ElidedLabel::elided() const {
    return fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
}

void ElidedLabel::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, elided());
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    setToolTip(elided() == text() ? QString() : text());
    QLabel::resizeEvent(event);
}

}  // namespace fabricmap::viewer
