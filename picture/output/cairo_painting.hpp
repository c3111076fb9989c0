// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

#include <cairo.h>

namespace fabricmap::picture {

/// The ground and all shapes in the colours of paper. Throws RunError where Cairo has no memory left.
void paint(cairo_t* context, const Drawing& drawing);

/// Throws RunError with what Cairo says, unless all is well.
void require_success(cairo_status_t status);

}  // namespace fabricmap::picture
