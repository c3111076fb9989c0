// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/cells.hpp"
#include "picture/sheet.hpp"

namespace fabricmap::picture {

/// An axis with its marks, ready to be drawn: where it lies is not known to it, only how its cells do.
class AxisDrawing {
  public:
    enum class Side : std::uint8_t { left, top };

    /// `cells` along the axis, each as `detail` says.
    AxisDrawing(const Axis& axis, Side side, std::int64_t cells, const AxisDetail& detail, int text_scale);

    /// From the matrix outwards: ticks, labels, names of blocks, the axis' own name.
    [[nodiscard]] int thickness() const noexcept;
    /// Beside or above the matrix, whose pixels lie in `matrix`.
    void draw(GreyImage& image, const Rectangle& matrix) const;

  private:
    struct Mark {
        int centre;  ///< in pixels along the axis
        std::string text;
    };

    [[nodiscard]] std::vector<Mark> fitting_labels() const;
    void place_blocks();
    void draw_mark(GreyImage& image, const Rectangle& matrix, const Mark& mark, int distance,
                   bool turned) const;
    void draw_block_ticks(GreyImage& image, const Rectangle& matrix) const;
    void draw_name(GreyImage& image, const Rectangle& matrix) const;
    [[nodiscard]] int extent(bool along, const std::string& text, bool turned) const;

    const Axis& axis_;
    Side side_;
    std::int64_t cells_;
    AxisDetail detail_;
    int text_scale_;
    std::vector<Mark> labels_;
    std::vector<Mark> names_;
    bool names_turned_ = false;
    int label_band_ = 0;
    int name_band_ = 0;
};

}  // namespace fabricmap::picture
