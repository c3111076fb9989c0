// SPDX-License-Identifier: Apache-2.0
#include "picture/output/pdf.hpp"

#include "picture/output/cairo_painting.hpp"

#include <cairo-pdf.h>
#include <memory>
#include <new>

namespace fabricmap::picture {
namespace {

extern "C" {
cairo_status_t append_pdf(void* bytes, const unsigned char* data, unsigned int size) {
    try {
        static_cast<std::string*>(bytes)->append(static_cast<const char*>(static_cast<const void*>(data)),
                                                 size);
    } catch (const std::bad_alloc&) {
        return CAIRO_STATUS_NO_MEMORY;
    }
    return CAIRO_STATUS_SUCCESS;
}
}

}  // namespace

std::string pdf_of(const Drawing& drawing) {
    std::string bytes;
    const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
        cairo_pdf_surface_create_for_stream(append_pdf, &bytes, drawing.width, drawing.height),
        cairo_surface_destroy);
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, drawing.title.c_str());
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "Fabricmap");
    {
        const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> context(cairo_create(surface.get()),
                                                                         cairo_destroy);
        paint(context.get(), drawing);
    }
    cairo_surface_finish(surface.get());
    require_success(cairo_surface_status(surface.get()));
    return bytes;
}

}  // namespace fabricmap::picture
