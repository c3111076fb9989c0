// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/matrix_picture.hpp"

#include <memory>

namespace fabricmap::picture {

/// Says of the cells what the sheet and the legend's ends need them for: their range, below the title; that
/// some lie beyond the scale; how many were not measured.
void describe_cells(Sheet& sheet, Legend& legend, const Matrix& cells, const NeverMeasured& never);

/// All cells at once, complete.
[[nodiscard]] std::shared_ptr<const Pyramid> pyramid_of(const Matrix& cells, const NeverMeasured& never);

}  // namespace fabricmap::picture
