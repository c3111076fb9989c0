// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"
#include "picture/grey_image.hpp"
#include "picture/scaling.hpp"

#include <string>
#include <vector>

namespace fabricmap::picture {

/// A mark beside the ramp.
struct RampMark {
    double value = 0;
    std::string text;
};

/// Round values within the scale's range with their unit; the ends of the range where no two round values lie
/// in it, the value itself where the range is one value.
[[nodiscard]] std::vector<RampMark> ramp_marks(const GreyScale& scale, Quantity quantity);

/// The greys of the scale in a column, the darkest at the top, with marks to its right.
struct Ramp {
    GreyScale scale;
    std::vector<RampMark> marks;
    int text_scale = 1;

    /// How far the marks reach to the right of the column.
    [[nodiscard]] int marks_width() const;
    void draw(GreyImage& image, const Rectangle& column) const;
};

}  // namespace fabricmap::picture
