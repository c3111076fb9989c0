// SPDX-License-Identifier: Apache-2.0
// How mouse and keys move a MatrixView.
#include "viewer/widgets/matrix_view.hpp"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace fabricmap::viewer {
namespace {

constexpr double zoom_step = 1.25;

struct Step {
    int rows = 0;
    int columns = 0;
};

std::optional<Step> step_of(int key) {
    switch (key) {
        case Qt::Key_Left:
            return Step{0, -1};
        case Qt::Key_Right:
            return Step{0, 1};
        case Qt::Key_Up:
            return Step{-1, 0};
        case Qt::Key_Down:
            return Step{1, 0};
        default:
            return std::nullopt;
    }
}

/// The cells between two, with both.
CellArea area_between(const Cell& one, const Cell& other) {
    return {std::min(one.row, other.row), std::abs(one.row - other.row) + 1,
            std::min(one.column, other.column), std::abs(one.column - other.column) + 1};
}

}  // namespace

void MatrixView::zoom(double factor) {
    const QRect cells = matrix();
    QPointF about(cells.width() / 2.0, cells.height() / 2.0);
    if (picked_) {
        const QPointF cell = rectangle_of({picked_->row, 1, picked_->column, 1}).center() - origin_;
        if (sight_.is_on_matrix(cell.x(), cell.y())) about = cell;
    }
    sight_.zoom(factor, about.x(), about.y());
    changed_sight();
}

void MatrixView::zoom_in() {
    zoom(zoom_step);
}

void MatrixView::zoom_out() {
    zoom(1 / zoom_step);
}

void MatrixView::wheelEvent(QWheelEvent* event) {
    constexpr double notch = 120;
    const QPointF at = event->position() - origin_;
    if (event->angleDelta().y() == 0) {
        sight_.move(event->angleDelta().x() / 2.0, 0);
    } else {
        sight_.zoom(std::pow(zoom_step, event->angleDelta().y() / notch), at.x(), at.y());
    }
    changed_sight();
    event->accept();
}

void MatrixView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    pressed_at_ = event->pos();
    last_at_ = event->pos();
    is_moving_ = false;
    if ((event->modifiers() & Qt::ShiftModifier) != 0) {
        band_->setGeometry(QRect(pressed_at_, QSize()));
        band_->show();
    }
}

void MatrixView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position() - origin_;
    if ((event->buttons() & Qt::LeftButton) != 0 && band_->isVisible()) {
        band_->setGeometry(QRect(pressed_at_, event->pos()).normalized());
    } else if ((event->buttons() & Qt::LeftButton) != 0) {
        is_moving_ =
            is_moving_ || (event->pos() - pressed_at_).manhattanLength() >= QApplication::startDragDistance();
        if (is_moving_) {
            sight_.move(event->pos().x() - last_at_.x(), event->pos().y() - last_at_.y());
            changed_sight();
        }
        last_at_ = event->pos();
    }
    if (shown_.cells && sight_.is_on_matrix(at.x(), at.y())) {
        emit pointed(sight_.row_at(at.y()), sight_.column_at(at.x()));
    } else {
        emit left();
    }
}

void MatrixView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const QPointF at = event->position() - origin_;
    if (band_->isVisible()) {
        band_->hide();
        const QRectF area = QRectF(band_->geometry()).translated(-origin_);
        const Cell first{sight_.row_at(area.top()), sight_.column_at(area.left())};
        const Cell last{sight_.row_at(area.bottom()), sight_.column_at(area.right())};
        if (area.width() > 2 && area.height() > 2) show_area(area_between(first, last));
    } else if (!is_moving_ && shown_.cells && sight_.is_on_matrix(at.x(), at.y())) {
        pick(sight_.row_at(at.y()), sight_.column_at(at.x()));
    }
    is_moving_ = false;
}

void MatrixView::leaveEvent(QEvent* event) {
    emit left();
    QWidget::leaveEvent(event);
}

void MatrixView::pick(std::int64_t row, std::int64_t column) {
    if (!shown_.cells) return;
    rectangle_.reset();
    set_picked(Cell{std::clamp<std::int64_t>(row, 0, sight_.rows() - 1),
                    std::clamp<std::int64_t>(column, 0, sight_.columns() - 1)});
    emit picked_by_user(picked_->row, picked_->column);
}

void MatrixView::stretch_rectangle(int rows, int columns) {
    const Cell from = picked_.value_or(Cell{});
    // The corner that moves is the one opposite to the picked cell.
    CellArea area = rectangle_.value_or(CellArea{from.row, 1, from.column, 1});
    Cell corner{area.first_row < from.row ? area.first_row : area.first_row + area.rows - 1,
                area.first_column < from.column ? area.first_column : area.first_column + area.columns - 1};
    corner.row = std::clamp<std::int64_t>(corner.row + rows, 0, sight_.rows() - 1);
    corner.column = std::clamp<std::int64_t>(corner.column + columns, 0, sight_.columns() - 1);
    rectangle_ = area_between(from, corner);
    sight_.reveal(corner.row, corner.column);
    changed_sight();
}

bool MatrixView::move_by_key(QKeyEvent& event) {
    const auto step = step_of(event.key());
    if (!step) return false;
    // From far away single cells are smaller than a pixel.
    const auto cells = static_cast<int>(std::max(1.0, std::floor(sight_.view().across.cells_per_pixel)));
    const int rows = step->rows * (is_square_ ? cells : 1);
    const int columns = step->columns * cells;
    constexpr int pixels = 48;
    if ((event.modifiers() & Qt::ControlModifier) != 0) {
        sight_.move(-pixels * step->columns, -pixels * step->rows);
        changed_sight();
    } else if ((event.modifiers() & Qt::ShiftModifier) != 0) {
        stretch_rectangle(rows, columns);
    } else {
        const Cell from = picked_.value_or(Cell{});
        pick(from.row + rows, from.column + columns);
    }
    return true;
}

void MatrixView::keyPressEvent(QKeyEvent* event) {
    constexpr std::int64_t page = 10;
    const Cell cell = picked_.value_or(Cell{});
    switch (event->key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoom_in();
        case Qt::Key_Minus:
            return zoom_out();
        case Qt::Key_0:
            return fit();
        case Qt::Key_Home:
            return pick(cell.row, 0);
        case Qt::Key_End:
            return pick(cell.row, sight_.columns() - 1);
        case Qt::Key_PageUp:
            return pick(cell.row - page, cell.column);
        case Qt::Key_PageDown:
            return pick(cell.row + page, cell.column);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (rectangle_) show_area(*rectangle_);
            rectangle_.reset();
            return update();
        case Qt::Key_Escape:
            if (!rectangle_) break;
            rectangle_.reset();
            return update();
        default:
            break;
    }
    if (!move_by_key(*event)) QWidget::keyPressEvent(event);
}

}  // namespace fabricmap::viewer
