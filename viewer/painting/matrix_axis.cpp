// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/matrix_axis.hpp"

#include <QFontMetrics>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fabricmap::viewer {
namespace {

constexpr int matrix_axis_tick = 5;
constexpr int matrix_axis_gap = 4;
constexpr int bracket = 5;
constexpr double min_bracketed_block = 6;  // pixels

/// A long name is not given more room than this many letters.
int max_width(const QFontMetrics& metrics) {
    return 20 * metrics.averageCharWidth();
}

/// About the widest: measuring thousands of names takes too long for a window that is resized.
template <typename Names, typename TextOf>
int widest_name(const Names& names, const QFontMetrics& metrics, const TextOf& text_of) {
    constexpr int measured_at_most = 64;
    qsizetype longest = 0;
    for (const auto& name : names) longest = std::max(longest, text_of(name).size());
    int measured = 0;
    int widest = 0;
    for (const auto& name : names) {
        const QString text = text_of(name);
        if (text.size() != longest) continue;
        widest = std::max(widest, metrics.horizontalAdvance(text));
        if (++measured == measured_at_most) break;
    }
    // Widths are rounded; a name that just fits is not to be elided.
    return std::min(widest + 1, max_width(metrics));
}

QString name_of(const picture::NamedBlock& block) {
    return QString::fromStdString(block.name);
}

}  // namespace

/// Draws at a place along the axis and a distance from the matrix, whichever side that is.
struct MatrixAxis::Pen {
    QPainter& painter;
    const QRect& matrix;
    Side side;
    QFontMetrics metrics;

    void line(double along_from, double distance_from, double along_to, double distance_to) {
        painter.drawLine(point(along_from, distance_from), point(along_to, distance_to));
    }
    /// `band` is the room across the axis; turned texts run upwards.
    void text(double centre, int distance, int band, const QString& words, bool turned) {
        const int room = side == Side::left || turned ? band : max_width(metrics);
        const QString shown = metrics.elidedText(words, Qt::ElideMiddle, room);
        const QPointF inner = point(centre, distance);
        const double height = metrics.height();
        if (side == Side::left) {
            painter.drawText(QRectF(inner.x() - band, inner.y() - height / 2, band, height),
                             Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, shown);
        } else if (turned) {
            upwards({inner.x(), inner.y()}, band, Qt::AlignLeft, shown);
        } else {
            const double width = metrics.horizontalAdvance(shown) + 2.0;
            painter.drawText(QRectF(inner.x() - width / 2, inner.y() - height, width, height),
                             Qt::AlignCenter | Qt::TextDontClip, shown);
        }
    }
    void axis_name(const QString& words, int thickness) {
        const double height = metrics.height();
        if (side == Side::top) {
            painter.drawText(QRectF(matrix.left(), matrix.top() - thickness, matrix.width(), height),
                             Qt::AlignCenter | Qt::TextDontClip, words);
        } else {
            upwards(QPointF(matrix.left() - thickness + height / 2, matrix.top() + matrix.height()),
                    matrix.height(), Qt::AlignHCenter, words);
        }
    }

  private:
    [[nodiscard]] QPointF point(double along, double distance) const {
        return side == Side::left ? QPointF(matrix.left() - distance, matrix.top() + along)
                                  : QPointF(matrix.left() + along, matrix.top() - distance);
    }
    /// From `begin` on, which lies in the middle of the line's height.
    void upwards(const QPointF& begin, double length, Qt::Alignment alignment, const QString& words) {
        painter.save();
        painter.translate(begin);
        painter.rotate(-90);
        const double height = metrics.height();
        painter.drawText(QRectF(0, -height / 2, length, height),
                         static_cast<int>(alignment | Qt::AlignVCenter) | Qt::TextDontClip, words);
        painter.restore();
    }
};

MatrixAxis::MatrixAxis(AxisNames names, Side side, int length, const QFont& font)
    : names_(std::move(names)), side_(side), font_(smaller(font)) {
    const QFontMetrics metrics(font_);
    const int height = metrics.height();
    const int widest_tick = widest_name(names_.ticks, metrics, [](const QString& text) { return text; });
    const int widest_block = widest_name(names_.blocks, metrics, name_of);
    const bool top = side == Side::top;
    // Numbers of ranks read well side by side; names of hosts would leave room for few.
    ticks_turned_ =
        top && widest_tick > metrics.horizontalAdvance("000000") &&
        widest_tick + 2 * matrix_axis_gap > length / std::max<int>(1, static_cast<int>(names_.ticks.size()));
    blocks_turned_ = top && !names_.blocks.empty() &&
                     widest_block + 2 * matrix_axis_gap > length / static_cast<int>(names_.blocks.size());
    tick_band_ = top && !ticks_turned_ ? height : widest_tick;
    block_band_ = top && !blocks_turned_ ? height : widest_block;
    tick_extent_ = top && !ticks_turned_ ? widest_tick + 2 * matrix_axis_gap : height;
    block_extent_ = top && !blocks_turned_ ? widest_block + 2 * matrix_axis_gap : height;
}

int MatrixAxis::thickness() const {
    const int names = names_.blocks.empty() ? 0 : bracket + 2 * matrix_axis_gap + block_band_;
    return 1 + matrix_axis_tick + matrix_axis_gap + tick_band_ + names + matrix_axis_gap +
           QFontMetrics(font_).height();
}

std::int64_t MatrixAxis::step_between(double pixels_each, int room) const {
    // Ranks come in powers of two more often than in powers of ten.
    std::int64_t step = 1;
    while (static_cast<double>(step) * pixels_each < room &&
           step < static_cast<std::int64_t>(names_.ticks.size())) {
        step *= 2;
    }
    return step;
}

void MatrixAxis::paint(QPainter& painter, const QRect& matrix, const picture::AxisView& view,
                       const Theme& theme) const {
    if (view.pixels <= 0 || !(view.cells_per_pixel > 0)) return;
    painter.save();
    painter.setFont(font_);
    painter.setPen(theme.text);
    Pen pen{painter, matrix, side_, QFontMetrics(font_)};
    paint_ticks(pen, view);
    if (!names_.blocks.empty()) paint_blocks(pen, view);
    painter.setPen(theme.quiet);
    pen.axis_name(names_.name, thickness());
    painter.restore();
}

void MatrixAxis::paint_ticks(Pen& pen, const picture::AxisView& view) const {
    const auto count = static_cast<std::int64_t>(names_.ticks.size());
    const std::int64_t step = step_between(1 / view.cells_per_pixel, tick_extent_);
    const double end = std::min(static_cast<double>(count), view.cell_at(view.pixels));
    const auto first = static_cast<std::int64_t>(std::max(0.0, std::floor(view.first)));
    for (std::int64_t cell = first / step * step; static_cast<double>(cell) < end; cell += step) {
        const double from = view.pixel_at(static_cast<double>(cell));
        const double to = view.pixel_at(static_cast<double>(cell + 1));
        const bool is_cut = from < 0 || to > view.pixels;
        // Of a cell that is larger than what is seen, the middle of the part that is.
        const double centre = (std::max(from, 0.0) + std::min<double>(to, view.pixels)) / 2;
        if (to <= 0 || (is_cut && to - from < tick_extent_ && (from + to) / 2 < 0)) continue;
        pen.line(centre, 2, centre, 1 + matrix_axis_tick);
        pen.text(centre, 1 + matrix_axis_tick + matrix_axis_gap, tick_band_,
                 names_.ticks[static_cast<std::size_t>(cell)], ticks_turned_);
    }
}

void MatrixAxis::paint_blocks(Pen& pen, const picture::AxisView& view) const {
    const int inner = 1 + matrix_axis_tick + matrix_axis_gap + tick_band_ + matrix_axis_gap;
    const double mean = static_cast<double>(names_.ticks.size()) / static_cast<double>(names_.blocks.size()) /
                        view.cells_per_pixel;
    const auto step = static_cast<std::size_t>(step_between(mean, block_extent_));
    double free_from = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < names_.blocks.size(); ++k) {
        const picture::NamedBlock& block = names_.blocks[k];
        const double from = std::max(0.0, view.pixel_at(static_cast<double>(block.first)));
        const double to =
            std::min<double>(view.pixels, view.pixel_at(static_cast<double>(block.first + block.cells)));
        if (to <= from || block.name.empty()) continue;
        const double centre = (from + to) / 2;
        if (mean >= min_bracketed_block) {
            pen.line(from + 1, inner, from + 1, inner + bracket);
            pen.line(from + 1, inner + bracket, to - 2, inner + bracket);
            pen.line(to - 2, inner + bracket, to - 2, inner);
        }
        if (k % step != 0 || centre - block_extent_ / 2.0 < free_from) continue;
        if (mean < min_bracketed_block) pen.line(centre, inner, centre, inner + bracket);
        pen.text(centre, inner + bracket + matrix_axis_gap, block_band_, name_of(block), blocks_turned_);
        free_from = centre + block_extent_ / 2.0;
    }
}

}  // namespace fabricmap::viewer
