// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/painting/curve_frame.hpp"
#include "viewer/painting/theme.hpp"
#include "viewer/reading/curves.hpp"

#include <QPainter>
#include <cstddef>
#include <optional>

namespace fabricmap::viewer {

/// The curves of the set with axes, bands, breaks and names, in the painter's font. `frame` was made of the
/// same set and font. `current` is an index into the set's lengths.
void paint_curves(QPainter& painter, const CurveSet& set, const CurveFrame& frame,
                  const std::optional<std::size_t>& current, const Theme& theme);

}  // namespace fabricmap::viewer
