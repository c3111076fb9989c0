// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/levels_histogram.hpp"

#include <QEvent>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::viewer {
namespace {

QString text_of(double value, Quantity quantity) {
    return QString::fromStdString(format_value(value, quantity));
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
    const QString light_words = text_of(levels_.lowest, quantity_);
    const QString dark_words = text_of(levels_.highest, quantity_);
    lightest_->setAccessibleDescription(light_words);
    darkest_->setAccessibleDescription(dark_words);
    setAccessibleDescription(axis_
                                 ? tr("Values from %1 to %2; lightest at %3, darkest at %4")
                                       .arg(text_of(bins_.range.lowest, quantity_),
                                            text_of(bins_.range.highest, quantity_), light_words, dark_words)
                                 : tr("Nothing was measured."));
    place_handles();
    update();
}

double LevelsHistogram::value_at(double share) const {
    const picture::ValueRange& range = axis_->range();
    // The ends themselves, not what rounding leaves of them.
    if (share <= 0) return range.lowest;
    if (share >= 1) return range.highest;
    if (axis_->scale() == picture::Scale::linear)
        return range.lowest + share * (range.highest - range.lowest);
    return range.lowest * std::pow(range.highest / range.lowest, share);
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

}  // namespace fabricmap::viewer
