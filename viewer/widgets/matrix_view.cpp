// SPDX-License-Identifier: Apache-2.0
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

MatrixView::MatrixView(const QString& name, bool is_square, QWidget* parent)
    : MatrixCanvas(name, is_square, parent), band_(new QRubberBand(QRubberBand::Rectangle, this)) {
    setMouseTracking(true);
}

bool MatrixView::is_on_cells(const QPointF& from_corner) const {
    return has_cells() && viewport().is_on_matrix(from_corner.x(), from_corner.y());
}

void MatrixView::zoom(double factor) {
    const QRect cells = matrix();
    QPointF about(cells.width() / 2.0, cells.height() / 2.0);
    if (const auto cell = picked()) {
        const QPointF centre = place_of({cell->row, 1, cell->column, 1}).center();
        if (viewport().is_on_matrix(centre.x(), centre.y())) about = centre;
    }
    change_sight([&](Viewport& viewport) { viewport.zoom(factor, about.x(), about.y()); });
}

void MatrixView::zoom_in() {
    zoom(zoom_step);
}

void MatrixView::zoom_out() {
    zoom(1 / zoom_step);
}

void MatrixView::wheelEvent(QWheelEvent* event) {
    constexpr double notch = 120;
    const QPointF at = from_corner(event->position());
    const QPoint turned = event->angleDelta();
    change_sight([&](Viewport& viewport) {
        if (turned.y() == 0) {
            viewport.move(turned.x() / 2.0, 0);
        } else {
            viewport.zoom(std::pow(zoom_step, turned.y() / notch), at.x(), at.y());
        }
    });
    event->accept();
}

void MatrixView::go_to_in_minimap(const QPointF& place) {
    const QPointF from = (place - minimap().topLeft()) / minimap().width();
    const auto cells = static_cast<double>(viewport().rows());
    CellArea area = viewport().visible();
    area.first_row = static_cast<std::int64_t>(from.y() * cells) - area.rows / 2;
    area.first_column = static_cast<std::int64_t>(from.x() * cells) - area.columns / 2;
    show_area(area);
}

void MatrixView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    pressed_at_ = event->pos();
    last_at_ = event->pos();
    is_moving_ = false;
    if (minimap().contains(event->position())) return go_to_in_minimap(event->position());
    if ((event->modifiers() & Qt::ShiftModifier) != 0) {
        band_->setGeometry(QRect(pressed_at_, QSize()));
        band_->show();
    }
}

void MatrixView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = from_corner(event->position());
    if ((event->buttons() & Qt::LeftButton) != 0 && band_->isVisible()) {
        band_->setGeometry(QRect(pressed_at_, event->pos()).normalized());
    } else if ((event->buttons() & Qt::LeftButton) != 0) {
        is_moving_ =
            is_moving_ || (event->pos() - pressed_at_).manhattanLength() >= QApplication::startDragDistance();
        if (is_moving_) {
            const QPoint by = event->pos() - last_at_;
            change_sight([&](Viewport& viewport) { viewport.move(by.x(), by.y()); });
        }
        last_at_ = event->pos();
    }
    if (is_on_cells(at)) {
        emit pointed(viewport().row_at(at.y()), viewport().column_at(at.x()));
    } else {
        emit left();
    }
}

void MatrixView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const QPointF at = from_corner(event->position());
    if (band_->isVisible()) {
        band_->hide();
        const QRectF area = QRectF(band_->geometry()).translated(-matrix().topLeft());
        const Cell first{viewport().row_at(area.top()), viewport().column_at(area.left())};
        const Cell last{viewport().row_at(area.bottom()), viewport().column_at(area.right())};
        if (area.width() > 2 && area.height() > 2) show_area(area_between(first, last));
    } else if (!is_moving_ && is_on_cells(at)) {
        pick(viewport().row_at(at.y()), viewport().column_at(at.x()));
    }
    is_moving_ = false;
}

void MatrixView::leaveEvent(QEvent* event) {
    emit left();
    QWidget::leaveEvent(event);
}

void MatrixView::pick(std::int64_t row, std::int64_t column) {
    if (!has_cells()) return;
    set_rectangle({});
    set_picked(Cell{std::clamp<std::int64_t>(row, 0, viewport().rows() - 1),
                    std::clamp<std::int64_t>(column, 0, viewport().columns() - 1)});
    emit picked_by_user(picked()->row, picked()->column);
}

void MatrixView::extend_rectangle(int rows, int columns) {
    const Cell from = picked().value_or(Cell{});
    // The corner that moves is the one opposite to the picked cell.
    CellArea area = rectangle().value_or(CellArea{from.row, 1, from.column, 1});
    Cell corner{area.first_row < from.row ? area.first_row : area.first_row + area.rows - 1,
                area.first_column < from.column ? area.first_column : area.first_column + area.columns - 1};
    corner.row = std::clamp<std::int64_t>(corner.row + rows, 0, viewport().rows() - 1);
    corner.column = std::clamp<std::int64_t>(corner.column + columns, 0, viewport().columns() - 1);
    set_rectangle(area_between(from, corner));
    change_sight([&](Viewport& viewport) { viewport.reveal(corner.row, corner.column); });
}

bool MatrixView::move_by_key(QKeyEvent& event) {
    const auto step = step_of(event.key());
    if (!step) return false;
    // From far away single cells are smaller than a pixel.
    const auto cells = static_cast<int>(std::max(1.0, std::floor(viewport().view().across.cells_per_pixel)));
    const int rows = step->rows * (is_square() ? cells : 1);
    const int columns = step->columns * cells;
    constexpr int pixels = 48;
    if ((event.modifiers() & Qt::ControlModifier) != 0) {
        change_sight(
            [&](Viewport& viewport) { viewport.move(-pixels * step->columns, -pixels * step->rows); });
    } else if ((event.modifiers() & Qt::ShiftModifier) != 0) {
        extend_rectangle(rows, columns);
    } else {
        const Cell from = picked().value_or(Cell{});
        pick(from.row + rows, from.column + columns);
    }
    return true;
}

void MatrixView::keyPressEvent(QKeyEvent* event) {
    constexpr std::int64_t page = 10;
    const Cell cell = picked().value_or(Cell{});
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
            return pick(cell.row, viewport().columns() - 1);
        case Qt::Key_PageUp:
            return pick(cell.row - page, cell.column);
        case Qt::Key_PageDown:
            return pick(cell.row + page, cell.column);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (rectangle()) show_area(*rectangle());
            return set_rectangle({});
        case Qt::Key_Escape:
            if (!rectangle()) break;
            return set_rectangle({});
        default:
            break;
    }
    if (!move_by_key(*event)) QWidget::keyPressEvent(event);
}

}  // namespace fabricmap::viewer

#include "moc_matrix_view.cpp"
