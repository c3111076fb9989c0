// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/sight.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::viewer {

void Sight::set_cells(std::int64_t rows, std::int64_t columns) {
    if (rows == rows_ && columns == columns_) return;
    rows_ = std::max<std::int64_t>(rows, 1);
    columns_ = std::max<std::int64_t>(columns, 1);
    fit();
}

void Sight::set_window(double width, double height) {
    width = std::max(width, 1.0);
    height = std::max(height, 1.0);
    down_.first += (height_ - height) / 2 * down_.cells_a_pixel;
    across_.first += (width_ - width) / 2 * across_.cells_a_pixel;
    width_ = width;
    height_ = height;
    settle();
}

double Sight::fitting_down() const noexcept {
    return std::max(static_cast<double>(rows_) / height_, 1 / largest_cell);
}

double Sight::fitting_across() const noexcept {
    return std::max(static_cast<double>(columns_) / width_, 1 / largest_cell);
}

void Sight::fit() {
    is_fitted_ = true;
    settle();
}

void Sight::settle() {
    const double fit_down = fitting_down();
    const double fit_across = fitting_across();
    const double whole = is_square_ ? std::max(fit_down, fit_across) : fit_across;
    if (is_fitted_ || across_.cells_a_pixel >= whole) {
        across_.cells_a_pixel = whole;
        is_fitted_ = true;
    }
    across_.cells_a_pixel = std::max(across_.cells_a_pixel, 1 / largest_cell);
    down_.cells_a_pixel = is_square_ ? across_.cells_a_pixel : fit_down;
    const auto within = [](Axis& axis, double cells, double pixels) {
        const double most = std::max(cells - pixels * axis.cells_a_pixel, 0.0);
        axis.first = std::clamp(axis.first, 0.0, most);
    };
    within(down_, static_cast<double>(rows_), height_);
    within(across_, static_cast<double>(columns_), width_);
}

void Sight::zoom(double factor, double x, double y) {
    const double row = down_.first + y * down_.cells_a_pixel;
    const double column = across_.first + x * across_.cells_a_pixel;
    across_.cells_a_pixel = std::max(across_.cells_a_pixel / factor, 1 / largest_cell);
    is_fitted_ = false;
    if (is_square_) down_.cells_a_pixel = across_.cells_a_pixel;
    down_.first = row - y * down_.cells_a_pixel;
    across_.first = column - x * across_.cells_a_pixel;
    settle();
}

void Sight::move(double x, double y) {
    across_.first -= x * across_.cells_a_pixel;
    down_.first -= y * down_.cells_a_pixel;
    settle();
}

void Sight::show(const CellArea& area) {
    const double across = static_cast<double>(area.columns) / width_;
    const double down = static_cast<double>(area.rows) / height_;
    is_fitted_ = false;
    across_.cells_a_pixel = is_square_ ? std::max(across, down) : across;
    across_.first = static_cast<double>(area.first_column);
    down_.first = static_cast<double>(area.first_row);
    settle();
}

void Sight::reveal(std::int64_t row, std::int64_t column) {
    const auto into = [](Axis& axis, std::int64_t cell, double pixels) {
        const double seen = pixels * axis.cells_a_pixel;
        const auto first = static_cast<double>(cell);
        if (first < axis.first || first + 1 > axis.first + seen) axis.first = first + 0.5 - seen / 2;
    };
    into(down_, row, height_);
    into(across_, column, width_);
    settle();
}

double Sight::covered_width() const noexcept {
    return std::min(width_, static_cast<double>(columns_) / across_.cells_a_pixel);
}

double Sight::covered_height() const noexcept {
    return std::min(height_, static_cast<double>(rows_) / down_.cells_a_pixel);
}

picture::View Sight::view(double ratio) const noexcept {
    const auto pixels = [&](double covered) { return static_cast<int>(std::lround(covered * ratio)); };
    return {{down_.first, down_.cells_a_pixel / ratio, pixels(covered_height())},
            {across_.first, across_.cells_a_pixel / ratio, pixels(covered_width())}};
}

CellArea Sight::visible() const noexcept {
    const std::int64_t top = row_at(0);
    const std::int64_t left = column_at(0);
    constexpr double within = 1e-6;
    return {top, row_at(covered_height() - within) - top + 1, left,
            column_at(covered_width() - within) - left + 1};
}

std::int64_t Sight::row_at(double y) const noexcept {
    const auto row = static_cast<std::int64_t>(std::floor(down_.first + y * down_.cells_a_pixel));
    return std::clamp<std::int64_t>(row, 0, rows_ - 1);
}

std::int64_t Sight::column_at(double x) const noexcept {
    const auto column = static_cast<std::int64_t>(std::floor(across_.first + x * across_.cells_a_pixel));
    return std::clamp<std::int64_t>(column, 0, columns_ - 1);
}

bool Sight::is_on_matrix(double x, double y) const noexcept {
    return x >= 0 && y >= 0 && x < covered_width() && y < covered_height();
}

}  // namespace fabricmap::viewer
