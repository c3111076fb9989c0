// SPDX-License-Identifier: Apache-2.0
#include "picture/output/cairo_painting.hpp"

#include "base/errors.hpp"
#include "picture/shapes/font.hpp"
#include "picture/shapes/inks.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>
#include <new>
#include <numbers>
#include <pango/pangocairo.h>

namespace fabricmap::picture {
namespace {

/// What is set up for a shape ends with it.
class Saved {
  public:
    explicit Saved(cairo_t* context) : context_(context) { cairo_save(context); }
    Saved(const Saved&) = delete;
    Saved& operator=(const Saved&) = delete;
    ~Saved() { cairo_restore(context_); }

  private:
    cairo_t* context_;
};

std::uint32_t pixel_of(const Colour& colour) noexcept {
    return 0xff000000U | std::uint32_t{colour.red} << 16U | std::uint32_t{colour.green} << 8U | colour.blue;
}

CairoSurface surface_of(const ShadePicture& shades, Palette palette) {
    std::array<std::uint32_t, 256> pixels{};
    const auto colours = colours_of(palette);
    for (std::size_t shade = 0; shade < pixels.size(); ++shade)
        pixels.at(shade) = pixel_of(colours.at(shade));
    CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, shades.width, shades.height),
                         cairo_surface_destroy);
    require_success(cairo_surface_status(surface.get()));
    unsigned char* const data = cairo_image_surface_get_data(surface.get());
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
    const auto width = static_cast<std::size_t>(shades.width);
    for (std::size_t y = 0; y < static_cast<std::size_t>(shades.height); ++y) {
        auto* const line = static_cast<std::uint32_t*>(static_cast<void*>(data + y * stride));
        for (std::size_t x = 0; x < width; ++x) line[x] = pixels.at(shades.pixels[y * width + x]);
    }
    cairo_surface_mark_dirty(surface.get());
    return surface;
}

class Painter {
  public:
    explicit Painter(cairo_t* context) : context_(context) {}

    void operator()(const Path& path) const {
        if (path.points.empty()) return;
        cairo_new_path(context_);
        const double shift = runs_along_axes(path) ? shift_of(path) : 0;
        for (const Point& point : path.points) cairo_line_to(context_, point.x + shift, point.y + shift);
        if (path.is_closed) cairo_close_path(context_);
        finish(path.pen, path.fill);
    }
    void operator()(const Circle& circle) const {
        cairo_new_path(context_);
        cairo_arc(context_, circle.centre.x, circle.centre.y, circle.radius, 0, 2 * std::numbers::pi);
        finish(circle.pen, circle.fill);
    }
    void operator()(const Text& text) const {
        const Saved saved(context_);
        use({text.ink, 1});
        cairo_translate(context_, text.at.x, text.at.y);
        if (text.is_upwards) cairo_rotate(context_, -std::numbers::pi / 2);
        const std::unique_ptr<PangoLayout, decltype(&g_object_unref)> layout(
            pango_cairo_create_layout(context_), g_object_unref);
        set_words(layout.get(), text.words, text.size, text.is_bold);
        int width = 0;
        int height = 0;
        pango_layout_get_size(layout.get(), &width, &height);
        const double length = static_cast<double>(width) / PANGO_SCALE;
        const double baseline = static_cast<double>(pango_layout_get_baseline(layout.get())) / PANGO_SCALE;
        cairo_move_to(context_, -length * part_before(text.anchor), -baseline);
        pango_cairo_show_layout(context_, layout.get());
    }
    void operator()(const Cells& cells) const {
        if (cells.shades->width <= 0 || cells.shades->height <= 0) return;
        const Saved saved(context_);
        const CairoSurface surface = surface_of(*cells.shades, cells.palette);
        cairo_translate(context_, cells.box.x, cells.box.y);
        cairo_scale(context_, cells.box.width / cells.shades->width, cells.box.height / cells.shades->height);
        cairo_set_source_surface(context_, surface.get(), 0, 0);
        cairo_pattern_set_filter(cairo_get_source(context_), CAIRO_FILTER_NEAREST);
        cairo_rectangle(context_, 0, 0, cells.shades->width, cells.shades->height);
        cairo_set_antialias(context_, CAIRO_ANTIALIAS_NONE);
        cairo_fill(context_);
    }

  private:
    /// Thin lines along the axes lie on pixels, not between them.
    static double shift_of(const Path& path) noexcept {
        const bool is_odd = path.pen && std::lround(path.pen->width) % 2 == 1 &&
                            path.pen->width == std::round(path.pen->width);
        return is_odd ? 0.5 : 0;
    }
    void use(const Fill& fill) const {
        const Colour colour = paper_colour(fill.ink);
        cairo_set_source_rgba(context_, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0,
                              fill.opacity);
    }
    void finish(const std::optional<Pen>& pen, const std::optional<Fill>& fill) const {
        if (fill) {
            use(*fill);
            cairo_fill_preserve(context_);
        }
        if (pen) {
            use({pen->ink, pen->opacity});
            cairo_set_line_width(context_, pen->width);
            cairo_set_line_join(context_, CAIRO_LINE_JOIN_ROUND);
            cairo_set_dash(context_, pen->dashes.data(), static_cast<int>(pen->dashes.size()), 0);
            cairo_stroke_preserve(context_);
        }
        cairo_new_path(context_);
    }

    cairo_t* context_;
};

}  // namespace

void require_success(cairo_status_t status) {
    if (status != CAIRO_STATUS_SUCCESS)
        throw RunError(fmt::format("the picture cannot be painted: {}", cairo_status_to_string(status)));
}

void paint(cairo_surface_t* surface, const Drawing& drawing, double scale) {
    require_success(cairo_surface_status(surface));
    const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> context(cairo_create(surface), cairo_destroy);
    cairo_scale(context.get(), scale, scale);
    const Painter painter(context.get());
    painter(Path{Drawing::corners({0, 0, drawing.width, drawing.height}), true, {}, Fill{Ink::paper}});
    for (const Shape& shape : drawing.shapes) std::visit(painter, shape);
    require_success(cairo_status(context.get()));
}

extern "C" cairo_status_t append_to_string(void* bytes, const unsigned char* data, unsigned int size) {
    try {
        static_cast<std::string*>(bytes)->append(static_cast<const char*>(static_cast<const void*>(data)),
                                                 size);
    } catch (const std::bad_alloc&) {
        return CAIRO_STATUS_NO_MEMORY;
    }
    return CAIRO_STATUS_SUCCESS;
}

}  // namespace fabricmap::picture
