// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/cell_text.hpp"
#include "viewer/models/sight.hpp"
#include "viewer/reading/finding_areas.hpp"

#include <QAbstractTableModel>
#include <functional>
#include <memory>

namespace fabricmap::viewer {

/// What stands on an axis of a table.
struct HeaderText {
    QString tick;  ///< "3"
    QString name;  ///< "rank 3 on node01"
};

/// The cells of a picture in words; what it is made of stays alive with it.
struct CellSheet {
    std::shared_ptr<const picture::Pyramid> pyramid;  ///< in display order
    std::function<CellFacts(std::int64_t row, std::int64_t column)> facts;
    std::function<HeaderText(std::int64_t row)> row_name;
    std::function<HeaderText(std::int64_t column)> column_name;
};

/// Of a plane; `diagnosis` may be null.
[[nodiscard]] CellSheet sheet_of(std::shared_ptr<const LoadedPlane> plane,
                                 std::shared_ptr<const diagnosis::Diagnosis> diagnosis);
/// Of a row or column that was read as `request` says; its rows are the lengths.
[[nodiscard]] CellSheet sheet_of(std::shared_ptr<const LoadedCut> cut, PlaneRequest request,
                                 std::shared_ptr<const diagnosis::Diagnosis> diagnosis);

/// The visible cells of a picture as a table. Rows that are not read yet show "…".
class CellModel : public QAbstractTableModel {
    Q_OBJECT
    Q_PROPERTY(bool cut READ is_cut NOTIFY area_changed)

  public:
    /// More rows or columns than this are cut off at the bottom and on the right.
    static constexpr std::int64_t most_rows = 256;
    static constexpr std::int64_t most_columns = 256;

    enum Role {
        value_role = Qt::UserRole,  ///< double, NaN where there is none; in seconds, a count or a ratio
    };

    explicit CellModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// Another picture; the table shows the part of `area` that lies in it.
    void set_sheet(CellSheet sheet, const CellArea& area);
    void set_area(const CellArea& area);
    /// What the table shows.
    [[nodiscard]] const CellArea& area() const noexcept { return area_; }
    /// Whether it shows less than was asked for.
    [[nodiscard]] bool is_cut() const noexcept { return is_cut_; }
    /// More rows of the picture were read.
    void refresh();

    /// Row and column of the picture.
    [[nodiscard]] Cell cell_at(const QModelIndex& index) const noexcept;
    /// Invalid where the cell is not in the table.
    [[nodiscard]] QModelIndex index_of(std::int64_t row, std::int64_t column) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

  signals:
    void area_changed();

  private:
    [[nodiscard]] CellArea fitted(const CellArea& area) const noexcept;

    CellSheet sheet_;
    CellArea area_;
    bool is_cut_ = false;
    std::int64_t rows_shown_ready_ = 0;  ///< of the picture
};

}  // namespace fabricmap::viewer
