// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/matrix_canvas.hpp"

#include "viewer/painting/drawing_painting.hpp"
#include "viewer/painting/figure.hpp"

#include <QAccessible>
#include <QEvent>
#include <QPaintEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::viewer {
namespace {

constexpr int view_gap = 6;

/// What is seen where a unit has so many pixels.
picture::AxisView in_units(const picture::AxisView& view, double unit) {
    return {view.first, view.cells_per_pixel * unit, static_cast<int>(std::lround(view.pixels / unit))};
}

}  // namespace

MatrixCanvas::MatrixCanvas(const QString& name, bool is_square, QWidget* parent)
    : QWidget(parent), viewport_(is_square), is_square_(is_square) {
    setAccessibleName(name);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void MatrixCanvas::set_axes(const picture::Axis& down, const picture::Axis& across) {
    down_ = down;
    across_ = across;
    lay_out();
}

void MatrixCanvas::set_cells(const ShownCells& shown) {
    if (!shown.cells) {
        // The picture stays as it was until there is something to replace it.
        shown_.cells.reset();
        shown_.preview.reset();
        return;
    }
    const bool is_other_matrix =
        shown.cells->rows() != viewport_.rows() || shown.cells->columns() != viewport_.columns();
    const bool had_legend = shown_.legend.has_value();
    shown_ = shown;
    viewport_.set_cells(shown.cells->rows(), shown.cells->columns());
    if (is_other_matrix || had_legend != shown.legend.has_value()) {
        if (is_other_matrix) rectangle_.reset();
        lay_out();
    }
    is_stale_ = true;
    update();
    if (is_other_matrix) emit sight_changed();
}

void MatrixCanvas::set_areas(const std::vector<FindingArea>& areas) {
    areas_ = areas;
    is_stale_ = true;
    update();
}

void MatrixCanvas::set_picked(std::optional<Cell> cell, bool reveal) {
    picked_ = cell;
    if (cell && reveal) change_sight([&](Viewport& viewport) { viewport.reveal(cell->row, cell->column); });
    update();
}

void MatrixCanvas::set_rectangle(const std::optional<CellArea>& area) {
    rectangle_ = area;
    update();
}

void MatrixCanvas::set_description(const QString& words) {
    if (words == accessibleDescription()) return;
    setAccessibleDescription(words);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void MatrixCanvas::set_hint(const QString& hint) {
    hint_ = hint;
    update();
}

QRect MatrixCanvas::matrix() const {
    return {origin_, QSize(static_cast<int>(std::lround(viewport_.covered_width())),
                           static_cast<int>(std::lround(viewport_.covered_height())))};
}

void MatrixCanvas::lay_out() {
    // In a low panel the legend would be cut; the matrix has one.
    constexpr int lowest_with_legend = 150;
    has_room_for_legend_ = is_square_ || height() >= lowest_with_legend;
    const bool has_legend = shown_.legend && has_room_for_legend_;
    const auto pixels_of = [unit = unit()](double units) {
        return static_cast<int>(std::ceil(units * unit));
    };
    const int legend = has_legend ? pixels_of(extent_of(*shown_.legend).width + picture::legend_distance) : 0;
    // Axes get as thick as their names ask for, which depends a little on their length.
    picture::AxisLayout left_axis(down_, picture::Side::left, height() / unit());
    const int left = pixels_of(left_axis.thickness()) + view_gap;
    const int width_left = std::max(width() - left - legend - view_gap, 1);
    picture::AxisLayout top_axis(across_, picture::Side::top, width_left / unit());
    const int top = pixels_of(top_axis.thickness()) + view_gap;
    axes_ = picture::MatrixAxes{std::move(left_axis), std::move(top_axis)};
    origin_ = {left, top};
    change_sight(
        [&](Viewport& viewport) { viewport.set_window(width_left, std::max(height() - top - view_gap, 1)); });
}

void MatrixCanvas::draw() {
    is_stale_ = false;
    if (!shown_.cells || !shown_.legend) return;
    const double ratio = devicePixelRatioF();
    const auto picture = picture::draw_window(*shown_.cells, shown_.preview.get(), viewport_.view(ratio),
                                              picture::Shades(shown_.legend->scale), shown_.fold);
    values_read_ = picture.values_read;
    pixels_drawn_ = std::int64_t{picture.width} * picture.height;
    image_ = shade_image(picture, shown_.legend->palette);
    image_.setDevicePixelRatio(ratio);
    draw_frame();
}

double MatrixCanvas::unit() const {
    return unit_for(font());
}

void MatrixCanvas::draw_frame() {
    const double unit = this->unit();
    const QRectF cells = matrix();
    const picture::Box box{cells.x() / unit, cells.y() / unit, cells.width() / unit, cells.height() / unit};
    const picture::View view = viewport_.view();
    frame_ = {};
    double legend_end = (height() - view_gap) / unit;
    if (has_room_for_legend_) legend_end = draw_minimap(box, legend_end);
    draw_around(frame_, box, {in_units(view.down, unit), in_units(view.across, unit)},
                {*axes_, marks_of(areas_), has_room_for_legend_ ? &*shown_.legend : nullptr, legend_end});
}

double MatrixCanvas::draw_minimap(const picture::Box& box, double end) {
    minimap_ = {};
    const picture::Extent legend = extent_of(*shown_.legend);
    const double side = legend.width;
    const double above = end - side - view_gap;
    if (!is_square_ || viewport_.is_fitted() || above - box.y < legend.height) return end;
    const picture::Box map{box.right() + picture::legend_distance, end - side, side, side};
    const double unit = this->unit();
    minimap_ = {map.x * unit, map.y * unit, side * unit, side * unit};
    const int pixels = std::max(1, static_cast<int>(std::lround(side * unit * devicePixelRatioF())));
    const double each = static_cast<double>(viewport_.rows()) / pixels;
    const picture::AxisView whole{0, each, pixels};
    frame_.shapes.emplace_back(picture::Cells{map,
                                              std::make_shared<picture::ShadePicture>(picture::draw_window(
                                                  *shown_.cells, shown_.preview.get(), {whole, whole},
                                                  picture::Shades(shown_.legend->scale), shown_.fold)),
                                              shown_.legend->palette});
    frame_.outline(map);
    const CellArea seen = viewport_.visible();
    const double scale = side / static_cast<double>(viewport_.rows());
    constexpr double least = 4;  // units; smaller ones are not found
    const auto length = [&](std::int64_t count) {
        return std::max(least, scale * static_cast<double>(count));
    };
    frame_.outline(
        {map.x + scale * static_cast<double>(seen.first_column),
         map.y + scale * static_cast<double>(seen.first_row), length(seen.columns), length(seen.rows)},
        {picture::Ink::accent, 2});
    return above;
}

void MatrixCanvas::paintEvent(QPaintEvent* /*event*/) {
    if (is_stale_) draw();
    const Theme theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.background);
    const QRect cells = matrix();
    if (image_.isNull()) {
        painter.setPen(theme.quiet);
        painter.drawText(rect().adjusted(view_gap, view_gap, -view_gap, -view_gap),
                         Qt::AlignCenter | Qt::TextWordWrap, hint_);
    } else {
        painter.drawImage(cells.topLeft(), image_);
        paint(painter, frame_, theme, unit());
        paint_marks(painter);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

QRectF MatrixCanvas::place_of(const CellArea& area) const {
    const picture::View view = viewport_.view();
    const QPointF corner(view.across.pixel_at(static_cast<double>(area.first_column)),
                         view.down.pixel_at(static_cast<double>(area.first_row)));
    const QPointF end(view.across.pixel_at(static_cast<double>(area.first_column + area.columns)),
                      view.down.pixel_at(static_cast<double>(area.first_row + area.rows)));
    return {corner, end};
}

QPoint MatrixCanvas::middle_of(const Cell& cell) const {
    return origin_ + place_of({cell.row, 1, cell.column, 1}).center().toPoint();
}

void MatrixCanvas::paint_marks(QPainter& painter) const {
    painter.save();
    painter.setClipRect(matrix().adjusted(-view_gap, -view_gap, view_gap, view_gap));
    painter.setBrush(Qt::NoBrush);
    const auto outline = [&](const QRectF& area, Qt::PenStyle style) {
        // Black beside white is seen on every shade.
        painter.setPen(QPen(Qt::white, 3));
        painter.drawRect(area);
        painter.setPen(QPen(Qt::black, 1, style));
        painter.drawRect(area);
    };
    if (picked_) {
        QRectF cell = place_of({picked_->row, 1, picked_->column, 1}).translated(origin_);
        constexpr double least = 7;
        const double wider = std::max(0.0, least - cell.width()) / 2;
        const double higher = std::max(0.0, least - cell.height()) / 2;
        cell.adjust(-wider, -higher, wider, higher);
        outline(cell, Qt::SolidLine);
    }
    if (rectangle_) outline(place_of(*rectangle_).translated(origin_), Qt::DashLine);
    painter.restore();
}

void MatrixCanvas::resizeEvent(QResizeEvent* /*event*/) {
    lay_out();
}

void MatrixCanvas::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) lay_out();
    QWidget::changeEvent(event);
}

void MatrixCanvas::fit() {
    change_sight([](Viewport& viewport) { viewport.fit(); });
}

void MatrixCanvas::show_area(const CellArea& area) {
    change_sight([&](Viewport& viewport) { viewport.show(area); });
}

}  // namespace fabricmap::viewer

#include "moc_matrix_canvas.cpp"
