// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/window.hpp"

#include <cstdint>

namespace fabricmap::viewer {

/// A rectangle of cells.
struct CellArea {
    std::int64_t first_row = 0;
    std::int64_t rows = 0;
    std::int64_t first_column = 0;
    std::int64_t columns = 0;

    friend bool operator==(const CellArea&, const CellArea&) = default;
};

/// Which part of a matrix a window shows, and how that changes: the matrix always fills the window as far as
/// it can, no cell gets larger than largest_cell.
class Viewport {
  public:
    static constexpr double largest_cell = 96;  ///< pixels

    /// Square: a cell is as wide as it is high. Otherwise all rows are always seen, and only columns are
    /// zoomed.
    explicit Viewport(bool is_square = true) : is_square_(is_square) {}

    /// Another matrix; all of it is seen.
    void set_cells(std::int64_t rows, std::int64_t columns);
    /// Another window, in pixels; what was in its middle stays there.
    void set_window(double width, double height);

    void fit();
    /// The cell under the pixel stays there; a factor above 1 enlarges.
    void zoom(double factor, double x, double y);
    /// Moves the matrix by so many pixels.
    void move(double x, double y);
    /// The area fills the window as far as it can.
    void show(const CellArea& area);
    /// Moves as little as needed to see the cell.
    void reveal(std::int64_t row, std::int64_t column);

    [[nodiscard]] bool is_fitted() const noexcept { return is_fitted_; }
    [[nodiscard]] std::int64_t rows() const noexcept { return down_.cells; }
    [[nodiscard]] std::int64_t columns() const noexcept { return across_.cells; }
    /// The part of the window that the matrix covers, from its upper left corner.
    [[nodiscard]] double covered_width() const noexcept { return across_.covered(); }
    [[nodiscard]] double covered_height() const noexcept { return down_.covered(); }
    /// What is seen, with `ratio` device pixels a pixel.
    [[nodiscard]] picture::View view(double ratio = 1) const noexcept {
        return {down_.view(ratio), across_.view(ratio)};
    }
    /// Cells that are seen, even in part.
    [[nodiscard]] CellArea visible() const noexcept;
    /// Beyond the edges the last one.
    [[nodiscard]] std::int64_t row_at(double y) const noexcept { return down_.cell_at(y); }
    [[nodiscard]] std::int64_t column_at(double x) const noexcept { return across_.cell_at(x); }
    [[nodiscard]] bool is_on_matrix(double x, double y) const noexcept;

  private:
    struct Axis {
        std::int64_t cells = 1;
        double window = 1;  ///< pixels
        double first = 0;
        double cells_a_pixel = 1;

        [[nodiscard]] double place_at(double pixel) const noexcept { return first + pixel * cells_a_pixel; }
        [[nodiscard]] double fitting() const noexcept;  ///< cells a pixel with all of them in the window
        [[nodiscard]] double covered() const noexcept;
        [[nodiscard]] std::int64_t cell_at(double pixel) const noexcept;
        [[nodiscard]] picture::AxisView view(double ratio) const noexcept;
        void resize(double pixels) noexcept;
        void reveal(std::int64_t cell) noexcept;
        void clamp() noexcept;
    };
    void settle();

    bool is_square_;
    bool is_fitted_ = true;
    Axis down_;
    Axis across_;
};

}  // namespace fabricmap::viewer
