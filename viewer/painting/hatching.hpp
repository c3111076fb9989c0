// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QPainter>
#include <QRectF>

namespace fabricmap::viewer {

/// The hatch of what was not measured: slanted lines over the whole rectangle. It is made of lines alone, so
/// that files of lines have it as well.
void paint_hatch(QPainter& painter, const QRectF& area, const QColor& ground, const QColor& lines);

}  // namespace fabricmap::viewer
