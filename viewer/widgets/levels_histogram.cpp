// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/levels_histogram.hpp"

#include "picture/ramp.hpp"
#include "viewer/models/number_text.hpp"
#include "viewer/painting/drawing_painting.hpp"
#include "viewer/painting/theme.hpp"

#include <QEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::viewer {
namespace {

constexpr int histogram_margin = LevelHandle::grip_width + 2;
constexpr int strip_height = 10;
constexpr int histogram_gap = 4;

QString text_of(double value, Quantity quantity) {
    return value_text(value, quantity);
}

}  // namespace

LevelsHistogram::LevelsHistogram(QWidget* parent)
    : QWidget(parent),
      lightest_(new LevelHandle(LevelHandle::End::lightest, this)),
      darkest_(new LevelHandle(LevelHandle::End::darkest, this)) {
    setAccessibleName(tr("Histogram of the values"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    for (const auto& [handle, end] :
         {std::pair{lightest_, LevelHandle::End::lightest}, std::pair{darkest_, LevelHandle::End::darkest}}) {
        connect(handle, &LevelHandle::valueChanged, this, [this, end = end](int value) { take(end, value); });
        connect(handle, &LevelHandle::dragged, this, [this, handle = handle](double x) {
            const QRect area = bars();
            handle->setValue(qRound((x - area.left()) / std::max(1, area.width() - 1) * LevelHandle::whole));
        });
    }
    show_levels();
}

void LevelsHistogram::set_bins(Bins bins, Quantity quantity) {
    bins_ = std::move(bins);
    quantity_ = quantity;
    axis_.reset();
    if (!bins_.counts.empty()) axis_.emplace(bins_.range, bins_.scale);
    show_levels();
}

void LevelsHistogram::set_levels(const picture::ValueRange& levels) {
    levels_ = levels;
    show_levels();
}

void LevelsHistogram::set_shades(picture::Palette palette) {
    palette_ = palette;
    update();
}

void LevelsHistogram::show_levels() {
    lightest_->setVisible(axis_.has_value());
    darkest_->setVisible(axis_.has_value());
    if (axis_) {
        const QSignalBlocker no_lightest(lightest_);
        const QSignalBlocker no_darkest(darkest_);
        const auto thousandths = [this](double value) {
            return qRound(axis_->position(value) * LevelHandle::whole);
        };
        const int light = thousandths(levels_.lowest);
        const int dark = thousandths(levels_.highest);
        // Neither passes the other.
        lightest_->setRange(0, dark);
        darkest_->setRange(light, LevelHandle::whole);
        lightest_->setValue(light);
        darkest_->setValue(dark);
    }
    const QString light_text = text_of(levels_.lowest, quantity_);
    const QString dark_text = text_of(levels_.highest, quantity_);
    lightest_->setAccessibleDescription(light_text);
    darkest_->setAccessibleDescription(dark_text);
    setAccessibleDescription(axis_ ? tr("Values from %1 to %2; lightest at %3, darkest at %4")
                                         .arg(text_of(bins_.range.lowest, quantity_),
                                              text_of(bins_.range.highest, quantity_), light_text, dark_text)
                                   : tr("There are no values to show."));
    place_handles();
    update();
}

double LevelsHistogram::value_at(double fraction) const {
    const picture::ValueRange& range = axis_->range();
    // The ends themselves, not what rounding leaves of them.
    if (fraction <= 0) return range.lowest;
    if (fraction >= 1) return range.highest;
    if (axis_->scale() == picture::Scale::linear)
        return range.lowest + fraction * (range.highest - range.lowest);
    return range.lowest * std::pow(range.highest / range.lowest, fraction);
}

void LevelsHistogram::take(LevelHandle::End end, int thousandths) {
    if (!axis_) return;
    const double value = value_at(static_cast<double>(thousandths) / LevelHandle::whole);
    if (end == LevelHandle::End::lightest) {
        levels_.lowest = std::min(value, levels_.highest);
    } else {
        levels_.highest = std::max(value, levels_.lowest);
    }
    show_levels();
    emit levels_changed(levels_);
}

double LevelsHistogram::x_of(double value) const {
    const QRect area = bars();
    return area.left() + (axis_ ? axis_->position(value) : 0) * (area.width() - 1);
}

void LevelsHistogram::place_handles() {
    const int bottom = strip().bottom() + 1 + LevelHandle::grip_height;
    lightest_->place(qRound(x_of(levels_.lowest)), bottom);
    darkest_->place(qRound(x_of(levels_.highest)), bottom);
}

void LevelsHistogram::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place_handles();
}

void LevelsHistogram::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) place_handles();
}

QSize LevelsHistogram::sizeHint() const {
    return {36 * fontMetrics().averageCharWidth(), 9 * fontMetrics().height()};
}

QSize LevelsHistogram::minimumSizeHint() const {
    return {24 * fontMetrics().averageCharWidth(), 6 * fontMetrics().height()};
}

QRect LevelsHistogram::strip() const {
    const int words = LevelHandle::grip_height + 2 * fontMetrics().height() + 2 * histogram_gap;
    return {histogram_margin, height() - words - strip_height, std::max(1, width() - 2 * histogram_margin),
            strip_height};
}

QRect LevelsHistogram::bars() const {
    const QRect below = strip();
    return {below.left(), histogram_gap, below.width(), std::max(1, below.top() - histogram_gap)};
}

void LevelsHistogram::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setFont(smaller(font()));
    const Theme theme = Theme::of(palette());
    painter.fillRect(rect(), theme.background);
    if (!axis_) {
        painter.setPen(theme.quiet);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, accessibleDescription());
        return;
    }
    paint_bars(painter);
    paint_strip(painter);
    paint_text(painter);
}

void LevelsHistogram::paint_bars(QPainter& painter) const {
    const QRect area = bars();
    const Theme theme = Theme::of(palette());
    const std::int64_t most = *std::max_element(bins_.counts.begin(), bins_.counts.end());
    if (most <= 0) return;
    const double each = static_cast<double>(area.width()) / static_cast<double>(bins_.counts.size());
    constexpr double min_parted = 4;
    const int parting = each >= min_parted ? 1 : 0;
    double from = area.left();
    for (const std::int64_t count : bins_.counts) {
        const int left = qRound(from);
        from += each;
        if (count == 0) continue;
        // By logarithm: a bin of one slow pair is seen beside one of millions.
        constexpr int min_height = 3;
        const double fraction =
            std::log1p(static_cast<double>(count)) / std::log1p(static_cast<double>(most));
        const int height = std::max(min_height, qRound(fraction * area.height()));
        const int width = std::max(1, qRound(from) - left - parting);
        painter.fillRect(QRect(left, area.bottom() + 1 - height, width, height), theme.line);
    }
}

void LevelsHistogram::paint_strip(QPainter& painter) const {
    const QRect area = strip();
    const auto colours = picture::colours_of(palette_);
    const picture::GreyScale scale(levels_, bins_.scale);
    for (int x = 0; x < area.width(); ++x) {
        // What a value at this place looks like between the present levels.
        const double value = value_at(static_cast<double>(x) / std::max(1, area.width() - 1));
        const auto shade =
            static_cast<std::size_t>(qRound(scale.position(value) * (picture::Shades::count - 1)));
        painter.fillRect(QRect(area.left() + x, area.top(), 1, area.height()),
                         screen_colour(colours.at(shade)));
    }
    painter.setPen(Theme::of(palette()).line);
    painter.drawRect(area.adjusted(0, 0, -1, -1));
}

void LevelsHistogram::paint_text(QPainter& painter) const {
    const Theme theme = Theme::of(palette());
    const QFontMetrics metrics(painter.font());
    const QRect below = strip().adjusted(0, 0, 0, LevelHandle::grip_height);
    int free_from = 0;
    painter.setPen(theme.quiet);
    for (const picture::RampMark& mark : picture::ramp_marks(*axis_, quantity_)) {
        const QString text = mark_text(mark.text);
        const int wide = metrics.horizontalAdvance(text);
        const int x = qRound(x_of(mark.value));
        const int left = std::clamp(x - wide / 2, 0, std::max(0, width() - wide));
        if (left < free_from) continue;
        painter.drawLine(x, below.bottom() + 1, x, below.bottom() + histogram_gap);
        painter.drawText(left, below.bottom() + histogram_gap + metrics.ascent(), text);
        free_from = left + wide + 2 * histogram_gap;
    }
    painter.setPen(theme.text);
    const QRect line(histogram_margin, height() - metrics.height() - 1, width() - 2 * histogram_margin,
                     metrics.height());
    painter.drawText(line, Qt::AlignLeft | Qt::TextDontClip,
                     tr("lightest: %1").arg(text_of(levels_.lowest, quantity_)));
    painter.drawText(line, Qt::AlignRight | Qt::TextDontClip,
                     tr("darkest: %1").arg(text_of(levels_.highest, quantity_)));
}

}  // namespace fabricmap::viewer

#include "moc_levels_histogram.cpp"
