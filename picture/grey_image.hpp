// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fabricmap::picture {

/// Black is 0, white 65535.
using Grey = std::uint16_t;

inline constexpr Grey white = 65535;
inline constexpr Grey black = 0;

/// In pixels; (0,0) is the upper left corner, x goes to the right and y down.
struct Point {
    int x = 0;
    int y = 0;
};

struct Rectangle {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    [[nodiscard]] int right() const noexcept { return x + width; }
    [[nodiscard]] int bottom() const noexcept { return y + height; }
};

/// A picture in 16-bit grey, row by row from the top. What is drawn beyond its edges is cut off.
class GreyImage {
  public:
    /// White. Throws std::invalid_argument unless both sides are at least one pixel.
    GreyImage(int width, int height);

    [[nodiscard]] int width() const noexcept { return width_; }
    [[nodiscard]] int height() const noexcept { return height_; }
    /// Throws std::out_of_range beyond the edges.
    [[nodiscard]] Grey at(int x, int y) const;
    /// The pixels of one line, `width()` of them.
    [[nodiscard]] const Grey* line(int y) const;

    void set(int x, int y, Grey grey) noexcept;
    void fill(const Rectangle& area, Grey grey) noexcept;
    /// A line of one pixel around the outside of the area.
    void frame(const Rectangle& area, Grey grey) noexcept;
    void paste(const GreyImage& image, Point corner) noexcept;

  private:
    [[nodiscard]] std::size_t index(int x, int y) const noexcept;
    [[nodiscard]] bool holds(int x, int y) const noexcept;

    int width_;
    int height_;
    std::vector<Grey> pixels_;
};

}  // namespace fabricmap::picture
