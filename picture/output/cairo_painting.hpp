// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

#include <cairo.h>
#include <memory>

namespace fabricmap::picture {

using CairoSurface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

/// The ground and all shapes in the colours of paper, `scale` pixels or points a unit. Throws RunError where
/// Cairo has no memory left.
void paint(cairo_surface_t* surface, const Drawing& drawing, double scale);

/// Throws RunError with what Cairo says, unless all is well.
void require_success(cairo_status_t status);

/// What Cairo calls with the pieces of a file: appends them to the std::string `bytes`.
extern "C" cairo_status_t append_to_string(void* bytes, const unsigned char* data, unsigned int size);

}  // namespace fabricmap::picture
