// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/diagnosis_job.hpp"
#include "viewer/models/finding_model.hpp"
#include "viewer/models/selection.hpp"

#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QWidget>

namespace fabricmap::viewer {

/// What is wrong with the machine, numbered as in the matrix; choosing a finding goes there.
class FindingsPanel : public QWidget {
    Q_OBJECT

  public:
    FindingsPanel(const Selection& selection, const DiagnosisJob& diagnosis, QWidget* parent = nullptr);
    /// As if somebody had clicked it.
    void choose(std::size_t finding);
    /// Goes so many findings further, around at the ends.
    void step(int by);

  signals:
    void chosen(std::size_t finding);
    void diagnosis_wanted();

  private:
    void show_diagnosis();
    void choose_index(const QModelIndex& index);
    void lay_out();
    void show_advice(const QModelIndex& index);

    const Selection& selection_;
    const DiagnosisJob& job_;
    FindingModel model_;
    bool was_chosen_ = false;  ///< by the user; the first one is only shown
    QListView* list_;
    QLabel* summary_;
    QLabel* advice_;
    QPushButton* copy_;
    QPushButton* look_;
};

}  // namespace fabricmap::viewer
