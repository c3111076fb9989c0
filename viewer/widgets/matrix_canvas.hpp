// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/matrix_picture.hpp"
#include "viewer/models/viewport.hpp"
#include "viewer/reading/finding_areas.hpp"

#include <QImage>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

namespace fabricmap::viewer {

/// Cells to be shown, with what stands around them.
struct ShownCells {
    std::shared_ptr<const picture::Pyramid> cells;    ///< in display order
    std::shared_ptr<const picture::Preview> preview;  ///< null where there is none
    std::optional<picture::Legend> legend;            ///< with scale and palette
    picture::Fold fold = picture::Fold::maximum;
};

/// Draws a matrix, or rows over lengths, with its axes, its legend and what is marked in it. Only what is
/// seen is drawn, from the level of detail that fits: the work of a frame depends on the window alone.
class MatrixCanvas : public QWidget {
    Q_OBJECT

  public:
    /// `is_square`: both sides are endpoints; else rows are lengths.
    MatrixCanvas(const QString& name, bool is_square, QWidget* parent = nullptr);

    void set_axes(const picture::Axis& down, const picture::Axis& across);
    /// Null cells: the picture stays until there are new ones.
    void set_cells(const ShownCells& shown);
    void set_areas(const std::vector<FindingArea>& areas);
    [[nodiscard]] const std::vector<FindingArea>& areas() const noexcept { return areas_; }
    /// Marks a cell and brings it into viewport; nothing: none.
    void set_picked(std::optional<Cell> cell, bool reveal = true);
    /// What is told about the cell under the cursor or the picked one; also to screen readers.
    void set_description(const QString& words);
    /// A line in the middle while there is nothing to show.
    void set_hint(const QString& hint);

    [[nodiscard]] const Viewport& viewport() const noexcept { return viewport_; }
    [[nodiscard]] std::optional<Cell> picked() const noexcept { return picked_; }
    /// Values that the last drawing read, and the pixels of the matrix then.
    [[nodiscard]] std::int64_t values_read() const noexcept { return values_read_; }
    [[nodiscard]] std::int64_t pixels_drawn() const noexcept { return pixels_drawn_; }
    /// What the last drawing has around the cells and on them.
    [[nodiscard]] const picture::Drawing& frame() const noexcept { return frame_; }
    /// Logical pixels a unit of it.
    [[nodiscard]] double unit() const;
    /// The cells' place in the widget.
    [[nodiscard]] QRect matrix() const;
    /// The whole matrix, small beside a part of it; empty where all is seen, or there is no room.
    [[nodiscard]] QRectF minimap() const noexcept { return minimap_; }
    /// The middle of a cell, in the widget.
    [[nodiscard]] QPoint middle_of(const Cell& cell) const;
    [[nodiscard]] QSize sizeHint() const override { return is_square_ ? QSize(600, 560) : QSize(380, 300); }
    [[nodiscard]] QSize minimumSizeHint() const override { return {140, 80}; }

    void fit();
    void show_area(const CellArea& area);

  signals:
    void sight_changed();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

    /// `change(viewport)` moves or zooms.
    template <typename Change>
    void change_sight(Change change) {
        change(viewport_);
        is_stale_ = true;
        update();
        emit sight_changed();
    }
    [[nodiscard]] bool is_square() const noexcept { return is_square_; }
    [[nodiscard]] bool has_cells() const noexcept { return shown_.cells != nullptr; }
    /// A rectangle of cells that is outlined.
    void set_rectangle(const std::optional<CellArea>& area);
    [[nodiscard]] const std::optional<CellArea>& rectangle() const noexcept { return rectangle_; }
    /// Where the cells lie, from the matrix' corner.
    [[nodiscard]] QRectF place_of(const CellArea& area) const;

  private:
    void lay_out();
    void draw();
    void draw_frame();
    /// Below the legend of a matrix in that box; returns where the legend ends.
    double draw_minimap(const picture::Box& box, double end);
    void paint_marks(QPainter& painter) const;

    Viewport viewport_;
    bool is_square_;
    picture::Axis down_;
    picture::Axis across_;
    std::optional<picture::MatrixAxes> axes_;
    ShownCells shown_;
    std::vector<FindingArea> areas_;
    std::optional<Cell> picked_;
    std::optional<CellArea> rectangle_;
    QString hint_;

    QPoint origin_;  ///< of the matrix
    QImage image_;
    picture::Drawing frame_;  ///< around the image, and on it
    QRectF minimap_;
    bool is_stale_ = true;
    bool has_room_for_legend_ = true;
    std::int64_t values_read_ = 0;
    std::int64_t pixels_drawn_ = 0;
};

}  // namespace fabricmap::viewer
