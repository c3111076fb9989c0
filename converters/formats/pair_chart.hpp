// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "converters/conversion/conversion.hpp"
#include "picture/shapes/drawing.hpp"

namespace fabricmap::converters {

/// The selected pair of ranks over all lengths, of each run a line beside the median and the quartiles of
/// like pairs. Throws FileError where nothing was measured of it.
[[nodiscard]] picture::Drawing pair_drawing(const Conversion& conversion);

}  // namespace fabricmap::converters
