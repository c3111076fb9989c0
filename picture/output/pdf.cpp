// SPDX-License-Identifier: Apache-2.0
#include "picture/output/pdf.hpp"

#include "picture/output/cairo_painting.hpp"

#include <cairo-pdf.h>

namespace fabricmap::picture {

std::string pdf_of(const Drawing& drawing) {
    std::string bytes;
    const CairoSurface surface(
        cairo_pdf_surface_create_for_stream(append_to_string, &bytes, drawing.width, drawing.height),
        cairo_surface_destroy);
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, drawing.title.c_str());
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "Fabricmap");
    paint(surface.get(), drawing, 1);
    cairo_surface_finish(surface.get());
    require_success(cairo_surface_status(surface.get()));
    return bytes;
}

}  // namespace fabricmap::picture
