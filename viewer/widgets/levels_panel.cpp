// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/levels_panel.hpp"

#include "viewer/widgets/combo_entries.hpp"

#include <QFormLayout>
#include <QSignalBlocker>

namespace fabricmap::viewer {

LevelsPanel::LevelsPanel(Selection& selection, const Reader& reader, QWidget* parent)
    : QWidget(parent),
      selection_(selection),
      reader_(reader),
      normalisation_(new QComboBox(this)),
      scale_(new QComboBox(this)),
      robust_(new QCheckBox(tr("Without outlie&rs"), this)),
      tail_(new QDoubleSpinBox(this)),
      histogram_(new LevelsHistogram(this)) {
    lay_out();
    connect(normalisation_, &QComboBox::activated, this, &LevelsPanel::take_levels);
    connect(scale_, &QComboBox::activated, this, &LevelsPanel::take_levels);
    connect(robust_, &QCheckBox::toggled, this, &LevelsPanel::take_levels);
    connect(tail_, &QDoubleSpinBox::valueChanged, this, &LevelsPanel::take_levels);
    connect(histogram_, &LevelsHistogram::levels_changed, this, [this](const picture::ValueRange& range) {
        Levels levels = selection_.levels();
        levels.normalisation = Normalisation::hand;
        levels.by_hand = range;
        selection_.set_levels(levels);
    });
    connect(&reader_, &Reader::scale_changed, this, &LevelsPanel::show_levels);
    connect(&reader_, &Reader::plane_changed, this, &LevelsPanel::show_levels);
    connect(&selection_, &Selection::palette_changed, this, &LevelsPanel::show_levels);
    show_levels();
}

void LevelsPanel::lay_out() {
    add_entry(*normalisation_, tr("this message length"), Normalisation::plane);
    add_entry(*normalisation_, tr("the whole run"), Normalisation::run);
    add_entry(*normalisation_, tr("the window of lengths"), Normalisation::window);
    add_entry(*normalisation_, tr("set by hand"), Normalisation::hand);
    normalisation_->setAccessibleName(tr("The range of values that the shades cover"));
    add_entry(*scale_, tr("linear"), picture::Scale::linear);
    add_entry(*scale_, tr("logarithmic"), picture::Scale::logarithmic);
    scale_->setAccessibleName(tr("Scale of the shades"));
    robust_->setAccessibleName(tr("Without outliers"));
    robust_->setToolTip(tr("Excludes this percentage of the values at each end of the scale"));
    constexpr double most = 49;
    tail_->setRange(0.1, most);
    tail_->setDecimals(1);
    tail_->setSuffix(tr(" % at each end"));
    tail_->setAccessibleName(tr("Percentage of the values excluded at each end"));
    auto* const form = new QFormLayout(this);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->addRow(tr("R&ange:"), normalisation_);
    form->addRow(tr("Scal&e:"), scale_);
    form->addRow(robust_, tail_);
    form->addRow(histogram_);
}

void LevelsPanel::show_levels() {
    const Levels& levels = selection_.levels();
    const QSignalBlocker no_robust(robust_);
    const QSignalBlocker no_tail(tail_);
    show_value(*normalisation_, levels.normalisation);
    show_value(*scale_, levels.scale);
    robust_->setChecked(levels.robust);
    tail_->setValue(levels.tail * 100);
    const bool by_hand = levels.normalisation == Normalisation::hand;
    const bool has_range = selection_.choice().content != Content::clusters;
    robust_->setEnabled(!by_hand && has_range);
    tail_->setEnabled(levels.robust && !by_hand && has_range);
    scale_->setEnabled(has_range && !is_about_one(selection_.choice().content));
    histogram_->setEnabled(has_range);
    const auto plane = reader_.plane();
    const auto scale = reader_.scale();
    if (!plane || !scale) return;
    constexpr std::size_t bins = 96;
    histogram_->set_bins(plane->histogram().bins(scale->scale(), bins), selection_.displayed().quantity);
    histogram_->set_levels(scale->range());
    histogram_->set_shades(selection_.palette());
}

void LevelsPanel::take_levels() {
    Levels levels = selection_.levels();
    levels.normalisation = value_of<Normalisation>(*normalisation_);
    levels.scale = value_of<picture::Scale>(*scale_);
    levels.robust = robust_->isChecked();
    levels.tail = tail_->value() / 100;
    const auto scale = reader_.scale();
    // The levels begin where they stand when they are taken into the hand.
    if (levels.normalisation == Normalisation::hand &&
        selection_.levels().normalisation != Normalisation::hand && scale) {
        levels.by_hand = scale->range();
    }
    selection_.set_levels(levels);
}

}  // namespace fabricmap::viewer

#include "moc_levels_panel.cpp"
