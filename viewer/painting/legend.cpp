// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/legend.hpp"

#include "picture/ramp.hpp"
#include "viewer/models/number_text.hpp"
#include "viewer/painting/hatching.hpp"
#include "viewer/painting/shade_image.hpp"

#include <QCoreApplication>
#include <QFontMetrics>
#include <algorithm>
#include <utility>
#include <vector>

namespace fabricmap::viewer {
namespace {

constexpr int column_width = 22;
constexpr int legend_tick = 4;
constexpr int legend_gap = 6;
constexpr int min_column_height = 120;
constexpr int max_column_height = 400;

struct LegendText {
    Q_DECLARE_TR_FUNCTIONS(fabricmap::viewer::Legend)

  public:
    /// Above and below the column.
    static std::pair<QString, QString> ends(const Legend& legend) {
        switch (legend.content) {
            case Content::rate:
                return {tr("faster"), tr("slower")};
            case Content::spread:
                return {tr("more scattered"), tr("steadier")};
            case Content::comparison:
                return {tr("slower than before"), tr("faster than before")};
            case Content::expected:
                return {tr("times as long\nas expected"), tr("faster")};
            default:
                return legend.quantity == Quantity::count ? std::pair(tr("more"), tr("fewer"))
                                                          : std::pair(tr("slower"), tr("faster"));
        }
    }
    static QString clusters() {
        return tr("Pairs of one shade\nare in one cluster:\nthey take the\nsame time.");
    }
    static QString missing() { return tr("not measured"); }
    static QString never() { return tr("with itself"); }
};

bool has_column(const Legend& legend) {
    return legend.content != Content::clusters;
}

/// Of what is explained beside the column.
constexpr int swatch_height = column_width + legend_gap;

int swatches_height(const Legend& legend) {
    return legend.has_empty_diagonal ? 2 * swatch_height : swatch_height;
}

/// Of words, which may have several lines.
int height_of(const QString& words, const QFontMetrics& metrics) {
    return (1 + static_cast<int>(words.count('\n'))) * metrics.height();
}

/// Of the words above and below the column, clear of the marks at its ends.
int ends_height(const Legend& legend, const QFontMetrics& metrics) {
    const auto [high_end, low_end] = LegendText::ends(legend);
    return height_of(high_end, metrics) + height_of(low_end, metrics) + metrics.height() + 2 * legend_gap;
}

int text_height(const QFontMetrics& metrics) {
    return metrics.boundingRect(QRect(0, 0, 1000, 1000), Qt::AlignLeft, LegendText::clusters()).height();
}

void paint_column(QPainter& painter, const QRect& column, const Legend& legend, const Theme& theme) {
    constexpr int shades = picture::Shades::count;
    const auto colours = picture::colours_of(legend.palette);
    const int bottom = column.top() + column.height();
    // From the top downwards, each over all that follow: no seams between them on screens with fractional
    // scales.
    for (int k = shades - 1; k >= 0; --k) {
        const double top = column.top() + column.height() * (shades - 1.0 - k) / shades;
        painter.fillRect(QRectF(column.left(), top, column.width(), bottom - top),
                         screen_colour(colours.at(static_cast<std::size_t>(k))));
    }
    painter.setPen(theme.text);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(column.adjusted(0, 0, -1, -1));
}

void paint_marks(QPainter& painter, const QRect& column, const Legend& legend) {
    const QFontMetrics metrics = painter.fontMetrics();
    const picture::ValueRange& range = legend.scale.range();
    const bool is_one_value = range.lowest == range.highest;
    double free_below = column.top() + column.height() + metrics.height();
    for (const picture::RampMark& mark : picture::ramp_marks(legend.scale, legend.quantity)) {
        const double position = is_one_value ? 0.5 : legend.scale.position(mark.value);
        const double y = column.top() + (1 - position) * (column.height() - 1);
        if (y + metrics.height() / 2.0 > free_below) continue;
        const int right = column.left() + column.width();
        painter.drawLine(QPointF(right, y), QPointF(right + legend_tick, y));
        painter.drawText(
            QRectF(right + legend_tick + legend_gap / 2.0, y - metrics.height() / 2.0, 400, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, mark_text(mark.text));
        free_below = y - metrics.height() / 2.0;
    }
}

void frame_swatch(QPainter& painter, const QRect& box, const QString& words, const Theme& theme) {
    painter.setPen(theme.text);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0, 0, -1, -1));
    painter.drawText(QRect(box.right() + legend_gap, box.top(), 400, box.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, words);
}

/// Of what was not measured and, where there is room, of what never is.
void paint_swatches(QPainter& painter, QRect box, int bottom, const Legend& legend, const Theme& theme) {
    const auto colours = picture::colours_of(legend.palette);
    if (box.bottom() > bottom) return;
    paint_hatch(painter, box, screen_colour(colours.at(picture::Shades::missing)),
                screen_colour(colours.at(picture::Shades::hatch)));
    frame_swatch(painter, box, LegendText::missing(), theme);
    box.translate(0, swatch_height);
    if (!legend.has_empty_diagonal || box.bottom() > bottom) return;
    painter.fillRect(box, screen_colour(colours.at(picture::Shades::never)));
    frame_swatch(painter, box, LegendText::never(), theme);
}

}  // namespace

picture::Legend legend_of(const Legend& legend) {
    picture::Legend drawn{legend.scale, legend.palette, legend.quantity};
    drawn.missing = LegendText::missing().toStdString();
    if (legend.has_empty_diagonal) drawn.never = LegendText::never().toStdString();
    drawn.number_words = [](const std::string& mark) { return mark_text(mark).toStdString(); };
    if (has_column(legend)) {
        const auto [high_end, low_end] = LegendText::ends(legend);
        drawn.high_end = high_end.toStdString();
        drawn.low_end = low_end.toStdString();
    } else {
        for (const QString& line : LegendText::clusters().split(QLatin1Char('\n')))
            drawn.words.push_back(line.toStdString());
    }
    return drawn;
}

QSize size_of(const Legend& legend, const QFont& font) {
    const QFontMetrics metrics(smaller(font));
    int width = 0;
    const auto make_room_for = [&](const QString& text, int left) {
        width = std::max(
            width, left + metrics.boundingRect(QRect(0, 0, 1000, 1000), Qt::AlignLeft, text).width() + 2);
    };
    make_room_for(LegendText::missing(), column_width + legend_gap);
    make_room_for(LegendText::never(), column_width + legend_gap);
    if (!has_column(legend)) {
        make_room_for(LegendText::clusters(), 0);
        return {width, text_height(metrics) + 2 * legend_gap + swatch_height};
    }
    const auto [high_end, low_end] = LegendText::ends(legend);
    make_room_for(high_end, 0);
    make_room_for(low_end, 0);
    for (const picture::RampMark& mark : picture::ramp_marks(legend.scale, legend.quantity)) {
        make_room_for(mark_text(mark.text), column_width + legend_tick + legend_gap);
    }
    return {width, ends_height(legend, metrics) + min_column_height + swatches_height(legend)};
}

void paint_legend(QPainter& painter, const QRect& area, const Legend& legend, const Theme& theme) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(smaller(painter.font()));
    painter.setPen(theme.text);
    const QFontMetrics metrics = painter.fontMetrics();
    const int line = metrics.height();
    int y = area.top();
    if (has_column(legend)) {
        const int room = area.height() - ends_height(legend, metrics) - swatches_height(legend);
        const int height = std::clamp(room, min_column_height / 2, max_column_height);
        const auto [high_end, low_end] = LegendText::ends(legend);
        y += height_of(high_end, metrics);
        painter.drawText(QRect(area.left(), area.top(), area.width(), y - area.top()),
                         Qt::AlignLeft | Qt::TextDontClip, high_end);
        const QRect column(area.left(), y + line / 2 + legend_gap / 2, column_width, height);
        paint_column(painter, column, legend, theme);
        paint_marks(painter, column, legend);
        y = column.top() + height + line / 2 + legend_gap / 2;
        painter.drawText(QRect(area.left(), y, area.width(), line), Qt::AlignLeft | Qt::TextDontClip,
                         low_end);
        y += line + legend_gap;
    } else {
        painter.drawText(QRect(area.left(), y, area.width(), area.height()), Qt::AlignLeft | Qt::TextDontClip,
                         LegendText::clusters());
        y += text_height(metrics) + 2 * legend_gap;
    }
    paint_swatches(painter, QRect(area.left(), y, column_width, column_width), area.bottom(), legend, theme);
    painter.restore();
}

}  // namespace fabricmap::viewer
