// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/widgets/matrix_canvas.hpp"

#include <QRubberBand>

namespace fabricmap::viewer {

/// A matrix, or rows over lengths, that one looks around in.
///
/// Mouse: click picks a cell, dragging moves, dragging with Shift zooms to a rectangle, the wheel zooms; a
/// click in the small matrix below the legend goes there. Keys: arrows move the picked cell, with Ctrl the
/// matrix, with Shift they draw a rectangle that Enter zooms to; plus, minus and 0 zoom; Home and End go to
/// the ends of the row, Page Up and Page Down by ten.
class MatrixView : public MatrixCanvas {
    Q_OBJECT

  public:
    MatrixView(const QString& name, bool is_square, QWidget* parent = nullptr);

    void zoom_in();
    void zoom_out();

  signals:
    void pointed(std::int64_t row, std::int64_t column);
    void left();
    void picked_by_user(std::int64_t row, std::int64_t column);

  protected:
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void zoom(double factor);
    void go_to_in_minimap(const QPointF& place);
    void pick(std::int64_t row, std::int64_t column);
    bool move_by_key(QKeyEvent& event);
    void extend_rectangle(int rows, int columns);
    [[nodiscard]] QPointF from_corner(const QPointF& place) const { return place - matrix().topLeft(); }
    [[nodiscard]] bool is_on_cells(const QPointF& from_corner) const;

    QPoint pressed_at_;
    QPoint last_at_;
    bool is_moving_ = false;
    QRubberBand* band_;
};

}  // namespace fabricmap::viewer
