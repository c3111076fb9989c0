// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/cell_model.hpp"
#include "viewer/models/reader.hpp"
#include "viewer/widgets/matrix_view.hpp"

#include <QLabel>
#include <QTableView>
#include <QWidget>

namespace fabricmap::viewer {

/// The cells that the matrix shows, as a table of numbers.
class CellsPanel : public QWidget {
    Q_OBJECT

  public:
    CellsPanel(Selection& selection, const Reader& reader, const DiagnosisJob& diagnosis, MatrixView& matrix,
               QWidget* parent = nullptr);

  private:
    void show_plane();
    void show_area();
    void show_selected();

    Selection& selection_;
    const Reader& reader_;
    const DiagnosisJob& job_;
    MatrixView& matrix_;
    CellModel model_;
    QTableView* table_;
    QLabel* cut_;
    std::shared_ptr<const LoadedPlane> shown_;
    bool is_showing_selected_ = false;

  protected:
    void showEvent(QShowEvent* event) override;
};

}  // namespace fabricmap::viewer
