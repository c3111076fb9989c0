// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/window.hpp"
#include "viewer/painting/axis_names.hpp"
#include "viewer/painting/theme.hpp"

#include <QFont>
#include <QPainter>
#include <QRect>
#include <cstdint>

namespace fabricmap::viewer {

enum class Side : std::uint8_t { left, top };

/// An axis beside or above a matrix: ticks with labels, brackets with the names of hosts, its own name. As
/// many labels are shown as fit, at even distances; long names are elided.
class MatrixAxis {
  public:
    /// `length` of that side of the matrix in logical pixels; it decides how names are turned, so that the
    /// thickness stays the same however far one zooms in.
    MatrixAxis(AxisNames names, Side side, int length, const QFont& font);

    /// In logical pixels, from the matrix outwards.
    [[nodiscard]] int thickness() const;
    void paint(QPainter& painter, const QRect& matrix, const picture::AxisView& view,
               const Theme& theme) const;

  private:
    struct Pen;

    [[nodiscard]] std::int64_t step_between(double pixels_each, int room) const;
    void paint_ticks(Pen& pen, const picture::AxisView& view) const;
    void paint_blocks(Pen& pen, const picture::AxisView& view) const;

    AxisNames names_;
    Side side_;
    QFont font_;
    bool ticks_turned_ = false;
    bool blocks_turned_ = false;
    int tick_band_ = 0;
    int block_band_ = 0;
    int tick_extent_ = 0;   ///< along the axis
    int block_extent_ = 0;  ///< the same
};

}  // namespace fabricmap::viewer
