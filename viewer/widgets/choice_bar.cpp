// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/choice_bar.hpp"

#include "viewer/models/number_text.hpp"
#include "viewer/widgets/combo_entries.hpp"

#include <QFileInfo>
#include <QLabel>
#include <QSignalBlocker>
#include <utility>

namespace fabricmap::viewer {

using picture::Palette;

ChoiceBar::ChoiceBar(const Document& document, Selection& selection, QWidget* parent)
    : QToolBar(tr("What is shown"), parent),
      document_(document),
      selection_(selection),
      details_(new QWidget),
      form_(new QFormLayout(details_)),
      run_(add_box(tr("Ru&n:"), tr("The run that is shown"))) {
    setObjectName("choice_bar");
    content_ = add_box(tr("Sho&w:"), tr("What the cells say"));
    baseline_ = add_box(tr("again&st:"), tr("The run to compare with"));
    baseline_label_ = actions().at(actions().size() - 2);
    baseline_action_ = actions().constLast();
    endpoints_ = add_box(tr("&Endpoints:"), tr("Ranks, or hosts with their ranks combined"));
    statistic_ = add_detail(tr("S&tatistic:"), tr("Statistic of the samples"));
    order_ = add_detail(tr("Or&der:"), tr("The order of ranks or hosts"));
    fold_ = add_detail(tr("Pi&xel:"), tr("Which of several cells a pixel shows"));
    palette_ = add_detail(tr("&Colours:"), tr("Grey, or colours"));
    form_->setContentsMargins(0, 0, 0, 0);
    fill_fixed_boxes();
    for (QComboBox* box : {run_, baseline_, content_, statistic_, endpoints_, order_}) {
        connect(box, &QComboBox::activated, this, &ChoiceBar::take_choice);
    }
    connect(fold_, &QComboBox::activated, this,
            [this] { selection_.set_fold(value_of<picture::Fold>(*fold_)); });
    connect(palette_, &QComboBox::activated, this,
            [this] { selection_.set_palette(value_of<Palette>(*palette_)); });
    connect(&document_, &Document::opened, this, &ChoiceBar::show_runs);
    connect(&selection_, &Selection::choice_changed, this, &ChoiceBar::show_choice);
    connect(&selection_, &Selection::palette_changed, this, &ChoiceBar::show_choice);
    show_runs();
}

QComboBox* ChoiceBar::new_box(const QString& label, const QString& what) {
    auto* const box = new QComboBox;
    box->setAccessibleName(QString(label).remove('&').remove(':'));
    box->setAccessibleDescription(what);
    box->setToolTip(what);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    return box;
}

QComboBox* ChoiceBar::add_detail(const QString& label, const QString& what) {
    QComboBox* const box = new_box(label, what);
    form_->addRow(label, box);
    return box;
}

QComboBox* ChoiceBar::add_box(const QString& label, const QString& what) {
    QComboBox* const box = new_box(label, what);
    auto* const words = new QLabel(label, this);
    words->setBuddy(box);
    words->setContentsMargins(6, 0, 2, 0);
    addWidget(words);
    addWidget(box);
    return box;
}

void ChoiceBar::fill_fixed_boxes() {
    add_entry(*endpoints_, tr("ranks"), Endpoints::ranks);
    add_entry(*endpoints_, tr("hosts, median"), Endpoints::hosts_median);
    add_entry(*endpoints_, tr("hosts, worst"), Endpoints::hosts_worst);
    add_entry(*order_, tr("by rank"), Order::rank);
    add_entry(*order_, tr("by host"), Order::host);
    add_entry(*order_, tr("by topology"), Order::topology);
    add_entry(*order_, tr("by cluster"), Order::cluster);
    add_entry(*fold_, tr("slowest"), picture::Fold::maximum);
    add_entry(*fold_, tr("mean"), picture::Fold::mean);
    add_entry(*fold_, tr("fastest"), picture::Fold::minimum);
    add_entry(*palette_, tr("grey"), Palette::grey);
    add_entry(*palette_, tr("viridis"), Palette::viridis);
    add_entry(*palette_, tr("cividis"), Palette::cividis);
}

void ChoiceBar::fill_contents() {
    content_->clear();
    if (document_.is_open() && document_.runs().front().run->bytes()) {
        add_entry(*content_, tr("messages of all lengths"), Content::messages_total);
        add_entry(*content_, tr("bytes of all lengths"), Content::bytes_total);
        add_entry(*content_, tr("messages of a length"), Content::messages);
        add_entry(*content_, tr("bytes of a length"), Content::bytes);
        return;
    }
    add_entry(*content_, tr("slower than expected"), Content::expected);
    add_entry(*content_, tr("delay"), Content::delay);
    add_entry(*content_, tr("GB/s"), Content::rate);
    add_entry(*content_, tr("spread (deviation / median)"), Content::spread);
    add_entry(*content_, tr("comparison"), Content::comparison);
    add_entry(*content_, tr("clusters"), Content::clusters);
}

void ChoiceBar::show_runs() {
    for (QComboBox* box : {run_, baseline_}) {
        box->clear();
        for (const Opened& run : document_.runs()) {
            const QString source = QString::fromStdString(run.source);
            box->addItem(QFileInfo(source).fileName(), box->count());
            box->setItemData(box->count() - 1, source, Qt::ToolTipRole);
        }
    }
    fill_contents();
    statistic_->clear();
    if (document_.is_open()) {
        for (const Statistic statistic : document_.runs().front().run->statistics()) {
            add_entry(*statistic_, statistic_text(statistic), statistic);
        }
    }
    setEnabled(document_.is_open());
    details_->setEnabled(document_.is_open());
    show_choice();
}

void ChoiceBar::show_choice() {
    const Choice& choice = selection_.choice();
    run_->setCurrentIndex(static_cast<int>(choice.run));
    baseline_->setCurrentIndex(static_cast<int>(choice.baseline));
    show_value(*content_, choice.content);
    show_value(*statistic_, choice.statistic);
    show_value(*endpoints_, choice.endpoints);
    show_value(*order_, choice.order);
    show_value(*fold_, selection_.fold());
    show_value(*palette_, selection_.chosen_palette());
    const bool compares = choice.content == Content::comparison;
    baseline_label_->setVisible(compares);
    baseline_action_->setVisible(compares);
    palette_->setEnabled(!is_about_one(choice.content) && choice.content != Content::clusters);
    statistic_->setEnabled(choice.content == Content::delay || compares);
}

void ChoiceBar::take_choice() {
    Choice choice = selection_.choice();
    choice.run = static_cast<std::size_t>(std::max(run_->currentIndex(), 0));
    choice.baseline = static_cast<std::size_t>(std::max(baseline_->currentIndex(), 0));
    choice.content = value_of<Content>(*content_);
    choice.statistic = value_of<Statistic>(*statistic_);
    choice.endpoints = value_of<Endpoints>(*endpoints_);
    choice.order = value_of<Order>(*order_);
    selection_.choose(choice);
}

}  // namespace fabricmap::viewer

#include "moc_choice_bar.cpp"
