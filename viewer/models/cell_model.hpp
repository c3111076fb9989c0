// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/cell_text.hpp"
#include "viewer/models/viewport.hpp"
#include "viewer/reading/finding_areas.hpp"

#include <QAbstractTableModel>
#include <memory>

namespace fabricmap::viewer {

/// The visible cells of a plane as a table. Rows that are not read yet show "…".
class CellModel : public QAbstractTableModel {
    Q_OBJECT
    Q_PROPERTY(bool cut READ is_cut NOTIFY area_changed)

  public:
    /// More rows or columns than this are cut off at the bottom and on the right.
    static constexpr std::int64_t max_rows = 256;
    static constexpr std::int64_t max_columns = 256;

    enum Role {
        value_role = Qt::UserRole,  ///< double, NaN where there is none; in seconds, a count or a ratio
    };

    explicit CellModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    /// Another plane, or none; the table shows the part of `area` that lies in it. `diagnosis` may be null.
    void set_plane(std::shared_ptr<const LoadedPlane> plane,
                   std::shared_ptr<const diagnosis::Diagnosis> diagnosis, const CellArea& area);
    void set_area(const CellArea& area);
    /// What the table shows.
    [[nodiscard]] const CellArea& area() const noexcept { return area_; }
    /// Whether it shows less than was asked for.
    [[nodiscard]] bool is_cut() const noexcept { return is_cut_; }
    /// More rows of the plane were read.
    void refresh();

    /// Row and column of the plane.
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

    std::shared_ptr<const LoadedPlane> plane_;
    std::shared_ptr<const diagnosis::Diagnosis> diagnosis_;
    CellArea area_;
    bool is_cut_ = false;
    std::int64_t rows_shown_ready_ = 0;  ///< of the plane
};

}  // namespace fabricmap::viewer
