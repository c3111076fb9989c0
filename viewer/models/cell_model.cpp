// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/cell_model.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace fabricmap::viewer {
CellArea CellModel::fitted(const CellArea& area) const noexcept {
    if (!plane_) return {};
    const picture::Pyramid& cells = plane_->pyramid();
    const std::int64_t first_row = std::clamp<std::int64_t>(area.first_row, 0, cells.rows());
    const std::int64_t first_column = std::clamp<std::int64_t>(area.first_column, 0, cells.columns());
    const std::int64_t end_row = std::min(area.first_row + area.rows, cells.rows());
    const std::int64_t end_column = std::min(area.first_column + area.columns, cells.columns());
    return {first_row, std::max<std::int64_t>(end_row - first_row, 0), first_column,
            std::max<std::int64_t>(end_column - first_column, 0)};
}

void CellModel::set_plane(std::shared_ptr<const LoadedPlane> plane,
                          std::shared_ptr<const diagnosis::Diagnosis> diagnosis, const CellArea& area) {
    beginResetModel();
    plane_ = std::move(plane);
    diagnosis_ = std::move(diagnosis);
    area_ = {};
    endResetModel();
    rows_shown_ready_ = plane_ ? plane_->pyramid().rows_ready() : 0;
    set_area(area);
}

void CellModel::set_area(const CellArea& area) {
    const CellArea whole = fitted(area);
    CellArea shown = whole;
    shown.rows = std::min(shown.rows, max_rows);
    shown.columns = std::min(shown.columns, max_columns);
    const bool was_cut = std::exchange(is_cut_, shown != whole);
    if (shown == area_ && was_cut == is_cut_) return;
    if (shown.rows == area_.rows && shown.columns == area_.columns && shown.rows > 0 && shown.columns > 0) {
        // The same table over other cells: whoever reads it keeps his place.
        area_ = shown;
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    } else {
        beginResetModel();
        area_ = shown;
        endResetModel();
    }
    emit area_changed();
}

void CellModel::refresh() {
    if (!plane_) return;
    const std::int64_t ready = plane_->pyramid().rows_ready();
    const std::int64_t first = std::max(std::exchange(rows_shown_ready_, ready), area_.first_row);
    const std::int64_t end = std::min(ready, area_.first_row + area_.rows);
    if (first >= end || area_.columns == 0) return;
    emit dataChanged(index_of(first, area_.first_column),
                     index_of(end - 1, area_.first_column + area_.columns - 1));
}

Cell CellModel::cell_at(const QModelIndex& index) const noexcept {
    return {area_.first_row + index.row(), area_.first_column + index.column()};
}

QModelIndex CellModel::index_of(std::int64_t row, std::int64_t column) const {
    const bool is_shown = row >= area_.first_row && row < area_.first_row + area_.rows &&
                          column >= area_.first_column && column < area_.first_column + area_.columns;
    if (!is_shown) return {};
    return index(static_cast<int>(row - area_.first_row), static_cast<int>(column - area_.first_column));
}

int CellModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(area_.rows);
}

int CellModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(area_.columns);
}

QVariant CellModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const Cell cell = cell_at(index);
    const auto facts = [&] { return facts_of(*plane_, diagnosis_.get(), cell.row, cell.column); };
    switch (role) {
        case Qt::DisplayRole:
            return value_of(facts());
        case Qt::ToolTipRole:
        case Qt::AccessibleTextRole:
            return text_of(facts());
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
        case value_role:
            return facts().state == CellState::measured ? facts().value
                                                        : std::numeric_limits<double>::quiet_NaN();
        default:
            return {};
    }
}

QVariant CellModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const bool is_across = orientation == Qt::Horizontal;
    if (section < 0 || section >= (is_across ? columnCount() : rowCount())) return {};
    const std::int64_t place = (is_across ? area_.first_column : area_.first_row) + section;
    const Endpoint& endpoint =
        plane_->request().displayed.names.at(static_cast<std::size_t>(plane_->endpoint_at(place)));
    switch (role) {
        case Qt::DisplayRole:
            return QString::fromStdString(endpoint.tick);
        case Qt::ToolTipRole:
        case Qt::AccessibleTextRole:
            return text_of(endpoint);
        default:
            return {};
    }
}

}  // namespace fabricmap::viewer

#include "moc_cell_model.cpp"
