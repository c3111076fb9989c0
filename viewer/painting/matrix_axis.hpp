// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/sheet.hpp"
#include "picture/window.hpp"
#include "viewer/painting/theme.hpp"
#include "viewer/reading/displayed.hpp"

#include <QFont>
#include <QPainter>
#include <QRect>
#include <QString>
#include <cstdint>
#include <vector>

namespace fabricmap::viewer {

/// What the cells along one side of a matrix are called, in display order.
struct AxisNames {
    QString name;                             ///< of the axis: "sender"
    std::vector<QString> ticks;               ///< one a cell
    std::vector<picture::NamedBlock> blocks;  ///< ascending; neighbouring cells of one host
};

enum class Side : std::uint8_t { left, top };

/// Blocks are there where parties are not hosts themselves, and hosts are known. What all hosts' names end
/// with from a point on (the domain) is left out.
[[nodiscard]] AxisNames axis_of_senders(const std::vector<Party>& parties);
[[nodiscard]] AxisNames axis_of_receivers(const std::vector<Party>& parties);
[[nodiscard]] AxisNames axis_of_lengths(const std::vector<std::int64_t>& lengths_bytes);

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
