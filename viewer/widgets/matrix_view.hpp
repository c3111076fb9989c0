// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/window.hpp"
#include "viewer/models/sight.hpp"
#include "viewer/painting/legend.hpp"
#include "viewer/painting/matrix_axis.hpp"
#include "viewer/reading/finding_areas.hpp"

#include <QImage>
#include <QRubberBand>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

namespace fabricmap::viewer {

/// Cells to be shown, with what stands around them.
struct ShownCells {
    std::shared_ptr<const picture::Pyramid> cells;    ///< in display order
    std::shared_ptr<const picture::Preview> preview;  ///< null where there is none
    std::optional<Legend> legend;                     ///< with scale and palette
    picture::Fold fold = picture::Fold::maximum;
};

/// A matrix, or rows over lengths, that one looks around in. Only what is seen is drawn, from the level of
/// detail that fits: the work of a frame depends on the window alone.
///
/// Mouse: click picks a cell, dragging moves, dragging with Shift zooms to a rectangle, the wheel zooms.
/// Keys: arrows move the picked cell, with Ctrl the matrix, with Shift they draw a rectangle that Enter zooms
/// to; plus, minus and 0 zoom; Home and End go to the ends of the row, Page Up and Page Down by ten.
class MatrixView : public QWidget {
    Q_OBJECT

  public:
    /// `is_square`: both sides are parties; else rows are lengths.
    MatrixView(const QString& name, bool is_square, QWidget* parent = nullptr);

    void set_axes(const AxisNames& down, const AxisNames& across);
    /// Null cells: the picture stays until there are new ones.
    void set_cells(const ShownCells& shown);
    void set_areas(const std::vector<FindingArea>& areas);
    [[nodiscard]] const std::vector<FindingArea>& areas() const noexcept { return areas_; }
    /// Marks a cell and brings it into sight; nothing: none.
    void set_picked(std::optional<Cell> cell, bool reveal = true);
    /// What is told about the cell under the cursor or the picked one; also to screen readers.
    void set_words(const QString& words);
    /// A line in the middle while there is nothing to show.
    void set_hint(const QString& hint);

    [[nodiscard]] const Sight& sight() const noexcept { return sight_; }
    [[nodiscard]] std::optional<Cell> picked() const noexcept { return picked_; }
    /// Values that the last drawing read, and the pixels of the matrix then.
    [[nodiscard]] std::int64_t values_read() const noexcept { return values_read_; }
    [[nodiscard]] std::int64_t pixels_drawn() const noexcept { return pixels_drawn_; }
    /// The cells' place in the widget.
    [[nodiscard]] QRect matrix() const;
    [[nodiscard]] QSize sizeHint() const override { return is_square_ ? QSize(600, 560) : QSize(380, 300); }
    [[nodiscard]] QSize minimumSizeHint() const override { return {220, 180}; }

    void fit();
    void zoom_in();
    void zoom_out();
    void show_area(const CellArea& area);

  signals:
    void pointed(std::int64_t row, std::int64_t column);
    void left();
    void picked_by_user(std::int64_t row, std::int64_t column);
    void sight_changed();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void lay_out();
    void draw();
    void changed_sight();
    void zoom(double factor);
    void pick(std::int64_t row, std::int64_t column);
    bool move_by_key(QKeyEvent& event);
    void stretch_rectangle(int rows, int columns);
    [[nodiscard]] QRectF rectangle_of(const CellArea& area) const;
    void paint_marks(QPainter& painter) const;

    Sight sight_;
    bool is_square_;
    AxisNames down_;
    AxisNames across_;
    std::optional<MatrixAxis> left_axis_;
    std::optional<MatrixAxis> top_axis_;
    ShownCells shown_;
    std::vector<FindingArea> areas_;
    std::optional<Cell> picked_;
    std::optional<CellArea> rectangle_;  ///< being drawn by keys
    QString hint_;

    QPoint origin_;  ///< of the matrix
    QImage image_;
    bool is_stale_ = true;
    std::int64_t values_read_ = 0;
    std::int64_t pixels_drawn_ = 0;

    QPoint pressed_at_;
    QPoint last_at_;
    bool is_moving_ = false;
    QRubberBand* band_;
};

}  // namespace fabricmap::viewer
