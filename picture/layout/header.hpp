// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

#include <string>
#include <vector>

namespace fabricmap::picture {

/// Free at the edges of a drawing.
inline constexpr double drawing_margin = 24;

/// Title and lines at the top of a drawing, none wider than `width`: a title that is has smaller letters, and
/// what still is goes on below.
class Header {
  public:
    Header(const std::string& title, const std::vector<std::string>& lines, double width);

    /// As wide as its words run.
    [[nodiscard]] double width() const noexcept { return width_; }
    /// From the upper edge of the drawing to what stands below.
    [[nodiscard]] double height() const noexcept { return height_; }
    void draw(Drawing& drawing) const;

  private:
    std::vector<Text> texts_;
    double width_ = 0;
    double height_ = 0;
};

}  // namespace fabricmap::picture
