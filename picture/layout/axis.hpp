// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"
#include "picture/window.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::picture {

/// Neighbouring cells that bear one name, such as the ranks of a host.
struct NamedBlock {
    std::int64_t first = 0;
    std::int64_t cells = 1;
    std::string name;

    friend bool operator==(const NamedBlock&, const NamedBlock&) = default;
};

/// Neighbouring cells of one name as blocks; those without a name are in none.
[[nodiscard]] std::vector<NamedBlock> blocks_of(const std::vector<std::string>& names);

/// What stands beside the rows or above the columns.
struct Axis {
    std::string name;
    std::vector<std::string> labels{};  ///< one a cell; as many are shown as fit, at even distances
    std::vector<NamedBlock> blocks{};   ///< ascending; names that do not fit are left out
    std::vector<NamedBlock> groups{};   ///< the same, wider: hosts below one switch; the same
};

enum class Side : std::uint8_t { left, top };

/// An axis of cells: ticks with labels, brackets with the names of blocks and of groups, the axis' own name.
class AxisLayout {
  public:
    /// `length` of that side of the matrix. It decides how names are turned, so that the thickness stays the
    /// same however far one zooms in.
    AxisLayout(Axis axis, Side side, double length);

    /// From the matrix outwards.
    [[nodiscard]] double thickness() const noexcept;
    /// Beside or above the matrix, as far as `view` shows it.
    void draw(Drawing& drawing, const Box& matrix, const AxisView& view) const;

  private:
    struct Pencil;
    /// How names stand beside each other.
    struct Band {
        bool is_turned = false;
        double depth = 0;   ///< across the axis
        double extent = 0;  ///< along it
    };

    /// Names that are no wider than `never_turned` stay as they are.
    [[nodiscard]] Band band_of(const std::vector<std::string>& names, double length,
                               double never_turned) const;
    [[nodiscard]] double labels_end() const noexcept;
    [[nodiscard]] double blocks_end() const noexcept;
    [[nodiscard]] std::int64_t step_between(double length_each, double room) const noexcept;
    void draw_ticks(const Pencil& pencil, const AxisView& view) const;
    void draw_blocks(const Pencil& pencil, const AxisView& view) const;
    void draw_groups(const Pencil& pencil, const AxisView& view) const;

    Axis axis_;
    Side side_;
    Band labels_;
    Band blocks_;
};

}  // namespace fabricmap::picture
