// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"
#include "picture/ramp.hpp"
#include "picture/scaling.hpp"
#include "picture/shapes/drawing.hpp"

#include <string>
#include <vector>

namespace fabricmap::picture {

/// What the shades of a matrix stand for: a column of them with marks, the slowest at the top.
struct Legend {
    GreyScale scale;
    Palette palette = Palette::grey;
    Quantity quantity = Quantity::delay;
    std::string high_end{};            ///< above the column: "slower"
    std::string low_end{};             ///< below it
    std::string missing{};             ///< "3 not measured", beside a hatched swatch; empty: none is missing
    std::string never{};               ///< the same of what is never measured
    std::vector<std::string> words{};  ///< in the place of a column, where shades have no order
    NumberWords number_words{};        ///< nothing: as they are
    std::vector<std::string> notes{};  ///< below all else
};

/// What it needs at least.
[[nodiscard]] Extent extent_of(const Legend& legend);

/// As high as the area allows, up to a limit; in one that is too low with a shorter column, and without what
/// is explained below it.
void draw_legend(Drawing& drawing, const Box& area, const Legend& legend);

}  // namespace fabricmap::picture
