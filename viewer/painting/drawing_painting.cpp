// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/drawing_painting.hpp"

#include "picture/shapes/inks.hpp"
#include "picture/shapes/words.hpp"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QList>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <vector>

namespace fabricmap::viewer {
namespace {

using picture::Ink;

QColor colour_of(Ink ink, const Theme& theme) {
    switch (ink) {
        case Ink::text:
            return theme.text;
        case Ink::quiet:
            return theme.quiet;
        case Ink::rule:
            return theme.line;
        case Ink::grid: {
            QColor faint = theme.line;
            constexpr int faintness = 70;
            faint.setAlpha(faintness);
            return faint;
        }
        case Ink::paper:
            return theme.background;
        case Ink::accent:
            return theme.accent;
        default:
            break;
    }
    constexpr int lighter_on_dark = 135;
    const QColor colour = screen_colour(picture::paper_colour(ink));
    return theme.is_dark() ? colour.lighter(lighter_on_dark) : colour;
}

class ShapePainter {
  public:
    ShapePainter(QPainter& painter, const Theme& theme) : painter_(painter), theme_(theme) {}

    void operator()(const picture::Path& path) const {
        QPolygonF outline;
        outline.reserve(static_cast<qsizetype>(path.points.size()));
        for (const picture::Point& point : path.points) outline << QPointF(point.x, point.y);
        use(path.pen, path.fill);
        painter_.setRenderHint(QPainter::Antialiasing, !runs_along_axes(path));
        if (path.is_closed) {
            painter_.drawPolygon(outline);
        } else {
            painter_.drawPolyline(outline);
        }
    }
    void operator()(const picture::Circle& circle) const {
        use(circle.pen, circle.fill);
        painter_.setRenderHint(QPainter::Antialiasing);
        painter_.drawEllipse(QPointF(circle.centre.x, circle.centre.y), circle.radius, circle.radius);
    }
    void operator()(const picture::Text& text) const {
        QFont font(QStringLiteral("Sans"));
        font.setPixelSize(qMax(1, qRound(text.size)));
        font.setBold(text.is_bold);
        const QString words = QString::fromStdString(text.words);
        const double length = QFontMetricsF(font).horizontalAdvance(words);
        painter_.save();
        painter_.setFont(font);
        painter_.setPen(colour_of(text.ink, theme_));
        painter_.translate(text.at.x, text.at.y);
        constexpr double upwards = -90;
        if (text.is_upwards) painter_.rotate(upwards);
        painter_.drawText(QPointF(-length * part_before(text.anchor), 0), words);
        painter_.restore();
    }
    void operator()(const picture::Cells& cells) const {
        const QImage image = shade_image(*cells.shades, cells.palette);
        painter_.drawImage(QRectF(cells.box.x, cells.box.y, cells.box.width, cells.box.height), image);
    }

  private:
    void use(const std::optional<picture::Pen>& pen, const std::optional<picture::Fill>& fill) const {
        painter_.setBrush(Qt::NoBrush);
        painter_.setPen(Qt::NoPen);
        if (fill) {
            QColor colour = colour_of(fill->ink, theme_);
            colour.setAlphaF(colour.alphaF() * static_cast<float>(fill->opacity));
            painter_.setBrush(colour);
        }
        if (!pen) return;
        QColor colour = colour_of(pen->ink, theme_);
        colour.setAlphaF(colour.alphaF() * static_cast<float>(pen->opacity));
        QPen drawn(colour, pen->width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
        // Qt counts dashes in widths of the pen.
        QList<qreal> dashes;
        for (const double dash : pen->dashes) dashes << dash / pen->width;
        if (!dashes.isEmpty()) drawn.setDashPattern(dashes);
        painter_.setPen(drawn);
    }

    QPainter& painter_;
    const Theme& theme_;
};

}  // namespace

QImage shade_image(const picture::ShadePicture& shades, picture::Palette palette) {
    if (shades.width <= 0 || shades.height <= 0) return {};
    QImage image(shades.width, shades.height, QImage::Format_Indexed8);
    QList<QRgb> colours;
    for (const picture::Colour& colour : picture::colours_of(palette))
        colours.append(screen_colour(colour).rgb());
    image.setColorTable(colours);
    auto line = shades.pixels.begin();
    for (int y = 0; y < shades.height; ++y, line += shades.width)
        std::copy_n(line, shades.width, image.scanLine(y));
    return image;
}

double unit_for(const QFont& font) {
    return QFontInfo(font).pixelSize() / picture::text_size;
}

void paint(QPainter& painter, const picture::Drawing& drawing, const Theme& theme, double unit) {
    painter.save();
    painter.scale(unit, unit);
    const ShapePainter shapes(painter, theme);
    for (const picture::Shape& shape : drawing.shapes) std::visit(shapes, shape);
    painter.restore();
}

}  // namespace fabricmap::viewer
