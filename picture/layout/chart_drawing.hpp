// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/chart.hpp"

#include <optional>

namespace fabricmap::picture {

void draw(const ChartLayout& layout, Drawing& drawing);

/// The chart alone, 640 units wide and as high as its names need; nothing where no value can be drawn.
[[nodiscard]] std::optional<Drawing> drawing_of(const Chart& chart);

}  // namespace fabricmap::picture
