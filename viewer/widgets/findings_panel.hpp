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
    FindingsPanel(const Selection& selection, DiagnosisJob& diagnosis, QWidget* parent = nullptr);
    /// Goes so many findings further, around at the ends.
    void step(int by);

  signals:
    void chosen(std::size_t finding);

  private:
    void show_diagnosis();
    void choose(const QModelIndex& index);

    const Selection& selection_;
    DiagnosisJob& job_;
    FindingModel model_;
    QListView* list_;
    QLabel* summary_;
    QLabel* advice_;
    QPushButton* look_;
};

}  // namespace fabricmap::viewer
