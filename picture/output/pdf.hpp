// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

#include <string>

namespace fabricmap::picture {

/// The drawing as a PDF of one page, a point a unit, with its title. Throws RunError where Cairo fails.
[[nodiscard]] std::string pdf_of(const Drawing& drawing);

}  // namespace fabricmap::picture
