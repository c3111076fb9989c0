// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/document.hpp"
#include "viewer/models/selection.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QToolBar>

namespace fabricmap::viewer {

/// What is looked at: run, content and endpoints in a bar; statistic, order, what a pixel shows and palette
/// in a form that the window puts into a panel.
class ChoiceBar : public QToolBar {
    Q_OBJECT

  public:
    ChoiceBar(const Document& document, Selection& selection, QWidget* parent = nullptr);

    [[nodiscard]] QWidget& details() const noexcept { return *details_; }

  private:
    QComboBox* new_box(const QString& label, const QString& what);
    QComboBox* add_box(const QString& label, const QString& what);
    QComboBox* add_detail(const QString& label, const QString& what);
    void fill_fixed_boxes();
    void fill_contents();
    void show_runs();
    void show_choice();
    void take_choice();

    const Document& document_;
    Selection& selection_;
    QWidget* details_;
    QFormLayout* form_;
    QComboBox* run_;
    QComboBox* baseline_;
    QAction* baseline_label_ = nullptr;
    QAction* baseline_action_ = nullptr;
    QComboBox* content_;
    QComboBox* statistic_;
    QComboBox* endpoints_;
    QComboBox* order_;
    QComboBox* fold_;
    QComboBox* palette_;
};

}  // namespace fabricmap::viewer
