// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/hatching.hpp"

#include <algorithm>

namespace fabricmap::viewer {

void paint_hatch(QPainter& painter, const QRectF& area, const QColor& ground, const QColor& lines) {
    constexpr double period = 4;
    painter.fillRect(area, ground);
    painter.save();
    painter.setPen(QPen(lines, 1));
    // Lines along which x + y stays the same, from the lower left to the upper right.
    const double reach = area.width() + area.height();
    for (int k = 1; k * period < reach; ++k) {
        const double sum = k * period;
        const double left = std::max(0.0, sum - area.height());
        const double right = std::min(area.width(), sum);
        painter.drawLine(QPointF(area.left() + left, area.top() + sum - left),
                         QPointF(area.left() + right, area.top() + sum - right));
    }
    painter.restore();
}

}  // namespace fabricmap::viewer
