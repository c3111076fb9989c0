// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/document.hpp"
#include "viewer/models/selection.hpp"

#include <QComboBox>
#include <QToolBar>

namespace fabricmap::viewer {

/// What is looked at: run, content, statistic, parties, order and palette, each with its words.
class ChoiceBar : public QToolBar {
    Q_OBJECT

  public:
    ChoiceBar(const Document& document, Selection& selection, QWidget* parent = nullptr);

  private:
    QComboBox* add_box(const QString& label, const QString& what);
    void fill_fixed_boxes();
    void show_runs();
    void show_choice();
    void take_choice();

    const Document& document_;
    Selection& selection_;
    QComboBox* run_;
    QComboBox* baseline_;
    QAction* baseline_label_ = nullptr;
    QAction* baseline_action_ = nullptr;
    QComboBox* content_;
    QComboBox* statistic_;
    QComboBox* parties_;
    QComboBox* order_;
    QComboBox* fold_;
    QComboBox* palette_;
};

/// The entry whose data is the value.
template <typename Value>
void show_value(QComboBox& box, Value value) {
    box.setCurrentIndex(box.findData(static_cast<int>(value)));
}

/// The value of the entry that is chosen.
template <typename Value>
[[nodiscard]] Value value_of(const QComboBox& box) {
    return static_cast<Value>(box.currentData().toInt());
}

/// Entries with the numbers of their values as data.
template <typename Value>
void add_entry(QComboBox& box, const QString& words, Value value) {
    box.addItem(words, static_cast<int>(value));
}

}  // namespace fabricmap::viewer
