// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/reports/page/marks.hpp"
#include "diagnosis/reports/page/svg.hpp"

#include <string>
#include <vector>

namespace fabricmap::diagnosis {

inline constexpr double matrix_side = 420;  ///< of a picture, in the drawing's units
inline constexpr double label_room = 150;   ///< to the right of it

/// Marks as they lie on a picture: outlines on it, and numbers with the parts' names right of the rows and
/// below the columns, all apart from each other.
class MarkDrawing {
  public:
    MarkDrawing(const Diagnosis& diagnosis, const std::vector<Mark>& marks, const SvgBox& matrix,
                double cell);

    /// What the labels below the picture need.
    [[nodiscard]] double height_below() const noexcept;
    void draw(Svg& svg) const;

  private:
    struct Label {
        std::size_t number = 0;
        std::string name;
        SvgPoint at;     ///< the edge of the picture that it belongs to
        SvgPoint badge;  ///< the middle of its number
    };
    struct Outline {
        SvgBox box;
        std::size_t number = 0;
        bool ring = false;   ///< a cell too small to be seen
        bool badge = false;  ///< its number stands on it
    };

    void add(const Mark& mark, const std::string& name);
    void add_block(const MarkedBlock& block, std::size_t number, bool badge);
    void place_labels();
    [[nodiscard]] SvgPoint badge_of(const Outline& outline) const noexcept;

    SvgBox matrix_;
    double cell_;
    std::vector<Outline> outlines_;
    std::vector<Label> right_;
    std::vector<Label> below_;
    int lines_below_ = 0;
};

}  // namespace fabricmap::diagnosis
