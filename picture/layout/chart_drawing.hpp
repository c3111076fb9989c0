// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/chart.hpp"

#include <optional>

namespace fabricmap::picture {

void draw(const ChartLayout& layout, Drawing& drawing);

/// The chart alone, so wide and high, and higher as its names need; nothing where no value can be drawn.
[[nodiscard]] std::optional<Drawing> drawing_of(const Chart& chart, double width = 640, double height = 400);

}  // namespace fabricmap::picture
