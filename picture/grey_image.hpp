// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace fabricmap {

/// 16 bits of brightness: 0 is black.
using Grey = std::uint16_t;
inline constexpr Grey black = 0;
inline constexpr Grey white = 65535;

struct Rectangle {
    int left = 0;
    int top = 0;
    int width = 0;
    int height = 0;
};

/// Grey pixels, row by row from the top left. What is drawn outside is cut off.
class GreyImage {
  public:
    GreyImage(int width, int height, Grey background = white);

    [[nodiscard]] int width() const noexcept { return width_; }
    [[nodiscard]] int height() const noexcept { return height_; }
    [[nodiscard]] Grey at(int x, int y) const { return pixels_[index(x, y)]; }
    [[nodiscard]] std::span<const Grey> row(int y) const {
        return std::span(pixels_).subspan(index(0, y), static_cast<std::size_t>(width_));
    }

    void set(int x, int y, Grey grey) noexcept;
    void fill(const Rectangle& area, Grey grey) noexcept;
    /// A line of one pixel around the area, outside of it.
    void frame(const Rectangle& area, Grey grey) noexcept;
    /// The text with its top left corner at (x, y), each of the font's pixels `scale` pixels wide and high.
    void write(int x, int y, std::string_view utf8, int scale, Grey grey = black);
    /// The same from bottom to top; (x, y) is its bottom left corner as it stands on the page.
    void write_upwards(int x, int y, std::string_view utf8, int scale, Grey grey = black);

  private:
    [[nodiscard]] std::size_t index(int x, int y) const noexcept {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
    }

    int width_;
    int height_;
    std::vector<Grey> pixels_;
};

/// How wide a text is in pixels.
[[nodiscard]] int text_width(std::string_view utf8, int scale);

}  // namespace fabricmap
