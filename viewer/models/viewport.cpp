// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/viewport.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::viewer {

double Viewport::Axis::fitting() const noexcept {
    return std::max(static_cast<double>(cells) / window, 1 / largest_cell);
}

double Viewport::Axis::covered() const noexcept {
    return std::min(window, static_cast<double>(cells) / cells_a_pixel);
}

std::int64_t Viewport::Axis::cell_at(double pixel) const noexcept {
    const auto cell = static_cast<std::int64_t>(std::floor(place_at(pixel)));
    return std::clamp<std::int64_t>(cell, 0, cells - 1);
}

picture::AxisView Viewport::Axis::view(double ratio) const noexcept {
    return {first, cells_a_pixel / ratio, static_cast<int>(std::lround(covered() * ratio))};
}

void Viewport::Axis::resize(double pixels) noexcept {
    pixels = std::max(pixels, 1.0);
    first += (window - pixels) / 2 * cells_a_pixel;
    window = pixels;
}

void Viewport::Axis::reveal(std::int64_t cell) noexcept {
    const double seen = window * cells_a_pixel;
    const auto place = static_cast<double>(cell);
    if (place < first || place + 1 > first + seen) first = place + 0.5 - seen / 2;
}

void Viewport::Axis::clamp() noexcept {
    first = std::clamp(first, 0.0, std::max(static_cast<double>(cells) - window * cells_a_pixel, 0.0));
}

void Viewport::set_cells(std::int64_t rows, std::int64_t columns) {
    if (rows == down_.cells && columns == across_.cells) return;
    down_.cells = std::max<std::int64_t>(rows, 1);
    across_.cells = std::max<std::int64_t>(columns, 1);
    fit();
}

void Viewport::set_window(double width, double height) {
    down_.resize(height);
    across_.resize(width);
    settle();
}

void Viewport::fit() {
    is_fitted_ = true;
    settle();
}

void Viewport::settle() {
    const double whole = is_square_ ? std::max(down_.fitting(), across_.fitting()) : across_.fitting();
    if (is_fitted_ || across_.cells_a_pixel >= whole) {
        across_.cells_a_pixel = whole;
        is_fitted_ = true;
    }
    across_.cells_a_pixel = std::max(across_.cells_a_pixel, 1 / largest_cell);
    down_.cells_a_pixel = is_square_ ? across_.cells_a_pixel : down_.fitting();
    down_.clamp();
    across_.clamp();
}

void Viewport::zoom(double factor, double x, double y) {
    const double row = down_.place_at(y);
    const double column = across_.place_at(x);
    across_.cells_a_pixel = std::max(across_.cells_a_pixel / factor, 1 / largest_cell);
    is_fitted_ = false;
    if (is_square_) down_.cells_a_pixel = across_.cells_a_pixel;
    down_.first = row - y * down_.cells_a_pixel;
    across_.first = column - x * across_.cells_a_pixel;
    settle();
}

void Viewport::move(double x, double y) {
    across_.first -= x * across_.cells_a_pixel;
    down_.first -= y * down_.cells_a_pixel;
    settle();
}

void Viewport::show(const CellArea& area) {
    const double across = static_cast<double>(area.columns) / across_.window;
    const double down = static_cast<double>(area.rows) / down_.window;
    is_fitted_ = false;
    across_.cells_a_pixel = is_square_ ? std::max(across, down) : across;
    across_.first = static_cast<double>(area.first_column);
    down_.first = static_cast<double>(area.first_row);
    settle();
}

void Viewport::reveal(std::int64_t row, std::int64_t column) {
    down_.reveal(row);
    across_.reveal(column);
    settle();
}

CellArea Viewport::visible() const noexcept {
    const std::int64_t top = row_at(0);
    const std::int64_t left = column_at(0);
    constexpr double within = 1e-6;
    return {top, row_at(covered_height() - within) - top + 1, left,
            column_at(covered_width() - within) - left + 1};
}

bool Viewport::is_on_matrix(double x, double y) const noexcept {
    return x >= 0 && y >= 0 && x < covered_width() && y < covered_height();
}

}  // namespace fabricmap::viewer
