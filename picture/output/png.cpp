// SPDX-License-Identifier: Apache-2.0
#include "picture/output/png.hpp"

#include "base/errors.hpp"
#include "picture/output/cairo_painting.hpp"
#include "picture/output/png_encoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace fabricmap::picture {
namespace {

std::vector<PngText> texts_of(const Drawing& drawing) {
    std::vector<PngText> texts{{"Title", drawing.title}};
    std::string description;
    for (const std::string& line : drawing.lines) description += (description.empty() ? "" : "\n") + line;
    if (!description.empty()) texts.push_back({"Description", description});
    texts.push_back({"Software", "Fabricmap"});
    return texts;
}

}  // namespace

std::string png_of(const Drawing& drawing, double scale) {
    const int width = std::max(1, static_cast<int>(std::ceil(drawing.width * scale)));
    const int height = std::max(1, static_cast<int>(std::ceil(drawing.height * scale)));
    const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height), cairo_surface_destroy);
    if (cairo_surface_status(surface.get()) == CAIRO_STATUS_INVALID_SIZE) {
        throw RunError(fmt::format(
            "a picture of {} × {} pixels is larger than a PNG is painted; choose a smaller one, or SVG",
            width, height));
    }
    require_success(cairo_surface_status(surface.get()));
    const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> context(cairo_create(surface.get()),
                                                                     cairo_destroy);
    cairo_scale(context.get(), scale, scale);
    paint(context.get(), drawing);
    cairo_surface_flush(surface.get());
    const unsigned char* const data = cairo_image_surface_get_data(surface.get());
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
    PngPixels pixels{width, height, 3, {}, {}};
    pixels.line = [&, row = std::vector<unsigned char>(3 * static_cast<std::size_t>(width))](int y) mutable {
        const auto* const line = static_cast<const std::uint32_t*>(
            static_cast<const void*>(data + static_cast<std::size_t>(y) * stride));
        for (std::size_t x = 0; x < static_cast<std::size_t>(width); ++x) {
            row[3 * x] = static_cast<unsigned char>(line[x] >> 16U & 0xffU);
            row[3 * x + 1] = static_cast<unsigned char>(line[x] >> 8U & 0xffU);
            row[3 * x + 2] = static_cast<unsigned char>(line[x] & 0xffU);
        }
        return row.data();
    };
    return encoded_png(pixels, texts_of(drawing));
}

std::string png_of(const ShadePicture& shades, Palette palette) {
    const auto colours = colours_of(palette);
    PngPixels pixels{shades.width, shades.height, 1, {colours.begin(), colours.end()}, {}};
    pixels.line = [&](int y) {
        return shades.pixels.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(shades.width);
    };
    return encoded_png(pixels, {});
}

}  // namespace fabricmap::picture
