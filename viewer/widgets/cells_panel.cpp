// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/cells_panel.hpp"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QVBoxLayout>

namespace fabricmap::viewer {

CellsPanel::CellsPanel(Selection& selection, const Reader& reader, const DiagnosisJob& diagnosis,
                       MatrixView& matrix, QWidget* parent)
    : QWidget(parent),
      selection_(selection),
      reader_(reader),
      job_(diagnosis),
      matrix_(matrix),
      table_(new QTableView(this)),
      cut_(new QLabel(this)) {
    table_->setModel(&model_);
    table_->setAccessibleName(tr("Visible cells"));
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->horizontalHeader()->setDefaultSectionSize(84);
    table_->setTabKeyNavigation(false);
    cut_->setWordWrap(true);
    cut_->setText(tr("Only the first %1 visible rows and %2 columns: zoom in for the rest.")
                      .arg(CellModel::max_rows)
                      .arg(CellModel::max_columns));
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->addWidget(cut_);
    column->addWidget(table_, 1);
    connect(&reader_, &Reader::plane_changed, this, &CellsPanel::show_plane);
    connect(&job_, &DiagnosisJob::finished, this, [this] {
        shown_.reset();
        show_plane();
    });
    connect(&selection_, &Selection::selection_changed, this, &CellsPanel::show_selected);
    connect(&matrix_, &MatrixView::sight_changed, this, &CellsPanel::show_area);
    connect(&model_, &CellModel::area_changed, this, [this] { cut_->setVisible(model_.is_cut()); });
    connect(table_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (is_showing_selected_ || !index.isValid()) return;
                selection_.select_cell(model_.cell_at(index));
            });
}

void CellsPanel::showEvent(QShowEvent* event) {
    show_plane();
    QWidget::showEvent(event);
}

void CellsPanel::show_plane() {
    const auto plane = reader_.plane();
    // A plane that nobody looks at any more is let go at once: planes are large.
    if (!plane || !isVisible()) {
        shown_.reset();
        return model_.set_plane(nullptr, nullptr, {});
    }
    if (plane == shown_) return model_.refresh();
    shown_ = plane;
    model_.set_plane(plane, job_.of(selection_.run()), matrix_.viewport().visible());
    cut_->setVisible(model_.is_cut());
    show_selected();
}

void CellsPanel::show_area() {
    if (shown_) model_.set_area(matrix_.viewport().visible());
}

void CellsPanel::show_selected() {
    if (!shown_) return;
    const QScopedValueRollback showing(is_showing_selected_, true);
    const Cell cell = selection_.selected_cell();
    const QModelIndex index = model_.index_of(cell.row, cell.column);
    if (index.isValid()) table_->setCurrentIndex(index);
}

}  // namespace fabricmap::viewer

#include "moc_cells_panel.cpp"
