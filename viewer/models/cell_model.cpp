// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/cell_model.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace fabricmap::viewer {
namespace {

HeaderText header_of(const Displayed& shown, std::int64_t endpoint) {
    const Endpoint& found = shown.names.at(static_cast<std::size_t>(endpoint));
    return {QString::fromStdString(found.tick), text_of(found)};
}

}  // namespace

CellSheet sheet_of(std::shared_ptr<const LoadedPlane> plane,
                   std::shared_ptr<const diagnosis::Diagnosis> diagnosis) {
    CellSheet sheet;
    sheet.pyramid = {plane, &plane->pyramid()};
    sheet.row_name = [plane](std::int64_t place) {
        return header_of(plane->request().displayed, plane->endpoint_at(place));
    };
    sheet.column_name = sheet.row_name;
    sheet.facts = [plane = std::move(plane), diagnosis = std::move(diagnosis)](std::int64_t row,
                                                                               std::int64_t column) {
        return facts_of(*plane, diagnosis.get(), row, column);
    };
    return sheet;
}

CellSheet sheet_of(std::shared_ptr<const LoadedCut> cut, PlaneRequest request,
                   std::shared_ptr<const diagnosis::Diagnosis> diagnosis) {
    CellSheet sheet;
    sheet.pyramid = cut->pyramid;
    sheet.row_name = [cut](std::int64_t row) {
        const std::int64_t length_bytes = cut->message_lengths.at(static_cast<std::size_t>(row));
        return HeaderText{QString::number(length_bytes), length_text(length_bytes)};
    };
    const auto shared = std::make_shared<const PlaneRequest>(std::move(request));
    sheet.column_name = [shared](std::int64_t place) {
        const std::int64_t endpoint =
            shared->order.empty() ? place : shared->order.at(static_cast<std::size_t>(place));
        return header_of(shared->displayed, endpoint);
    };
    sheet.facts = [cut = std::move(cut), shared, diagnosis = std::move(diagnosis)](std::int64_t row,
                                                                                   std::int64_t column) {
        return facts_of(*cut, *shared, diagnosis.get(), row, column);
    };
    return sheet;
}

CellArea CellModel::fitted(const CellArea& area) const noexcept {
    if (!sheet_.pyramid) return {};
    const std::int64_t first_row = std::clamp<std::int64_t>(area.first_row, 0, sheet_.pyramid->rows());
    const std::int64_t first_column =
        std::clamp<std::int64_t>(area.first_column, 0, sheet_.pyramid->columns());
    const std::int64_t end_row = std::min(area.first_row + area.rows, sheet_.pyramid->rows());
    const std::int64_t end_column = std::min(area.first_column + area.columns, sheet_.pyramid->columns());
    return {first_row, std::max<std::int64_t>(end_row - first_row, 0), first_column,
            std::max<std::int64_t>(end_column - first_column, 0)};
}

void CellModel::set_sheet(CellSheet sheet, const CellArea& area) {
    beginResetModel();
    sheet_ = std::move(sheet);
    area_ = {};
    endResetModel();
    rows_shown_ready_ = sheet_.pyramid ? sheet_.pyramid->rows_ready() : 0;
    set_area(area);
}

void CellModel::set_area(const CellArea& area) {
    const CellArea whole = fitted(area);
    CellArea shown = whole;
    shown.rows = std::min(shown.rows, most_rows);
    shown.columns = std::min(shown.columns, most_columns);
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
    if (!sheet_.pyramid) return;
    const std::int64_t ready = sheet_.pyramid->rows_ready();
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
    switch (role) {
        case Qt::DisplayRole:
            return value_of(sheet_.facts(cell.row, cell.column));
        case Qt::ToolTipRole:
        case Qt::AccessibleTextRole:
            return text_of(sheet_.facts(cell.row, cell.column));
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
        case value_role: {
            const CellFacts facts = sheet_.facts(cell.row, cell.column);
            return facts.state == CellState::measured ? facts.value
                                                      : std::numeric_limits<double>::quiet_NaN();
        }
        default:
            return {};
    }
}

QVariant CellModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const bool is_across = orientation == Qt::Horizontal;
    if (section < 0 || section >= (is_across ? columnCount() : rowCount())) return {};
    const HeaderText words = is_across ? sheet_.column_name(area_.first_column + section)
                                       : sheet_.row_name(area_.first_row + section);
    switch (role) {
        case Qt::DisplayRole:
            return words.tick;
        case Qt::ToolTipRole:
        case Qt::AccessibleTextRole:
            return words.name;
        default:
            return {};
    }
}

}  // namespace fabricmap::viewer
