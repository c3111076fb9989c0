// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/matrix_picture.hpp"

#include <memory>

namespace fabricmap::picture {

/// Says of the cells what the picture's words and its legend's ends need them for: their range, below the
/// title; that some lie beyond the scale; how many were not measured.
void describe_cells(MatrixPicture& picture, const Matrix& cells, const NeverMeasured& never);

/// The values as they are drawn: a scale that is one value holds only what is rounded alike.
[[nodiscard]] Matrix in_single_precision(const Matrix& cells);

/// All cells at once, complete.
[[nodiscard]] std::unique_ptr<const Pyramid> pyramid_of(const Matrix& cells, const NeverMeasured& never);

}  // namespace fabricmap::picture
