// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/cell_model.hpp"
#include "viewer/models/session.hpp"
#include "viewer/widgets/views.hpp"

#include <QLabel>
#include <QTableView>
#include <QWidget>

namespace fabricmap::viewer {

/// The cells that the matrix shows, as a table of numbers.
class CellsPanel : public QWidget {
    Q_OBJECT

  public:
    CellsPanel(Session& session, Views& views, QWidget* parent = nullptr);

  private:
    void show_plane();
    void show_area();
    void show_selected();

    Session& session_;
    Views& views_;
    CellModel model_;
    QTableView* table_;
    QLabel* cut_;
    std::shared_ptr<const LoadedPlane> shown_;
    bool is_showing_selected_ = false;

  protected:
    void showEvent(QShowEvent* event) override;
};

}  // namespace fabricmap::viewer
