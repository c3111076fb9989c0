// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/diagnosis_job.hpp"
#include "viewer/models/host_model.hpp"
#include "viewer/models/selection.hpp"

#include <QComboBox>
#include <QLineEdit>
#include <QTableView>
#include <QWidget>
#include <string>
#include <vector>

namespace fabricmap::viewer {

/// All hosts with what the diagnosis says of each; choosing one goes to its rows.
class HostsPanel : public QWidget {
    Q_OBJECT

  public:
    HostsPanel(const Selection& selection, const DiagnosisJob& diagnosis, QWidget* parent = nullptr);

  signals:
    void chosen(const std::string& host);

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void lay_out();
    void show_diagnosis();
    void take_group();

    const Selection& selection_;
    const DiagnosisJob& job_;
    HostModel model_;
    HostFilter filter_;
    std::shared_ptr<const diagnosis::Diagnosis> shown_;
    std::vector<HostGroup> groups_;
    QLineEdit* search_;
    QComboBox* group_;
    QTableView* table_;
    Lane lane_;  ///< last, so that it ends before what it hands its results to
};

}  // namespace fabricmap::viewer
