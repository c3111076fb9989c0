// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"
#include "picture/window.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::picture {

/// Neighbouring rows or columns of a matrix.
struct LineRange {
    std::int64_t first = 0;
    std::int64_t count = 1;

    friend bool operator==(const LineRange&, const LineRange&) = default;
};

/// A rectangle of cells.
struct MarkedBlock {
    LineRange rows;
    LineRange columns;

    friend bool operator==(const MarkedBlock&, const MarkedBlock&) = default;
};

/// Where a finding lies on a matrix (senders down, receivers across).
struct Mark {
    std::size_t number = 0;  ///< of the finding, from 1 on, as lists beside the picture count them; 0: none
    std::string name;        ///< of the part
    std::vector<LineRange> rows;      ///< what the part sends
    std::vector<LineRange> columns;   ///< what it receives
    std::vector<MarkedBlock> blocks;  ///< ways from some to others; a link's is a single cell

    friend bool operator==(const Mark&, const Mark&) = default;
};

inline constexpr double badge_radius = 11;

/// The number of a finding in a circle.
void draw_badge(Drawing& drawing, Point middle, std::size_t number);

/// What of the block is seen of a matrix that lies in that box.
[[nodiscard]] Box box_of(const MarkedBlock& block, const Box& matrix, const View& view) noexcept;

/// Marks as they lie on a matrix: outlines on it with numbers where they are free, rings about what is too
/// small to be seen, and numbers with the parts' names right of the rows and below the columns, all apart
/// from each other.
class MarksLayout {
  public:
    MarksLayout(const std::vector<Mark>& marks, const Box& matrix, const View& view);

    /// What the labels beside and below the matrix need.
    [[nodiscard]] double width_beside() const noexcept;
    [[nodiscard]] double height_below() const noexcept;
    void draw(Drawing& drawing) const;

  private:
    struct Label {
        std::size_t number = 0;
        std::string name;
        Point at;     ///< the edge of the matrix that it belongs to
        Point badge;  ///< the middle of its number
    };
    struct Outline {
        Box box;
        bool is_ring = false;
        std::size_t number = 0;  ///< 0: none stands on it
    };
    struct Badge {
        std::size_t number = 0;
        Point at;
        std::optional<Point> about;  ///< where the number does not stand on what it is about
    };

    void add(const Mark& mark, std::vector<Label>& right, std::vector<Label>& below);
    void place_badges();
    void add_right(std::vector<Label> labels);
    void add_below(std::vector<Label> labels);

    Box matrix_;
    View view_;
    std::vector<Outline> outlines_;
    std::vector<Badge> badges_;
    std::vector<Label> labels_;
    int lines_below_ = 0;
};

}  // namespace fabricmap::picture
