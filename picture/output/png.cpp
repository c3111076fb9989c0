// SPDX-License-Identifier: Apache-2.0
#include "picture/output/png.hpp"

#include "base/errors.hpp"
#include "picture/output/cairo_painting.hpp"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <glib.h>
#include <zlib.h>

namespace fabricmap::picture {
namespace {

std::string big_endian(std::size_t number) {
    std::string bytes;
    for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(number >> shift & 0xffU);
    return bytes;
}

/// What a PNG says of itself: a Latin keyword, and UTF-8 text that is neither compressed nor in a language
/// that is named.
std::string text_chunk(std::string_view keyword, std::string_view text) {
    std::string typed = fmt::format("iTXt{}", keyword);
    typed.append(5, '\0');
    typed += text;
    const auto* const bytes = static_cast<const Bytef*>(static_cast<const void*>(typed.data()));
    const uLong sum = crc32(0, bytes, static_cast<uInt>(typed.size()));
    return big_endian(typed.size() - 4) + typed + big_endian(sum);
}

std::string texts_of(const Drawing& drawing) {
    std::string texts = text_chunk("Title", drawing.title);
    if (!drawing.lines.empty())
        texts += text_chunk("Description", fmt::format("{}", fmt::join(drawing.lines, "\n")));
    return texts + text_chunk("Software", "Fabricmap");
}

}  // namespace

std::string png_of(const Drawing& drawing) {
    const int width = std::max(1, static_cast<int>(std::ceil(drawing.width * drawing.scale)));
    const int height = std::max(1, static_cast<int>(std::ceil(drawing.height * drawing.scale)));
    const CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height),
                               cairo_surface_destroy);
    if (cairo_surface_status(surface.get()) == CAIRO_STATUS_INVALID_SIZE) {
        throw RunError(fmt::format(
            "a picture of {} × {} pixels is larger than a PNG is painted; choose a smaller one, or SVG",
            width, height));
    }
    paint(surface.get(), drawing, drawing.scale);
    std::string bytes;
    require_success(cairo_surface_write_to_png_stream(surface.get(), append_to_string, &bytes));
    constexpr std::size_t header_end =
        33;  // of the signature and the first chunk, which says how large it is
    return bytes.insert(header_end, texts_of(drawing));
}

std::string png_of(const ShadePicture& shades, Palette palette) {
    const auto colours = colours_of(palette);
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(shades.width);
    image.height = static_cast<png_uint_32>(shades.height);
    image.format = PNG_FORMAT_RGB_COLORMAP;
    image.colormap_entries = colours.size();
    static_assert(sizeof(Colour) == PNG_IMAGE_SAMPLE_SIZE(PNG_FORMAT_RGB));
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    std::string bytes(size, '\0');
    const int is_written = png_image_write_to_memory(&image, bytes.data(), &size, 0, shades.pixels.data(),
                                                     shades.width, colours.data());
    if (is_written == 0) {
        throw RunError(fmt::format("a picture of {} × {} pixels cannot be encoded: {}", shades.width,
                                   shades.height, image.message));
    }
    bytes.resize(size);
    return bytes;
}

std::string base64_png_of(const ShadePicture& shades, Palette palette) {
    const std::string bytes = png_of(shades, palette);
    const std::unique_ptr<gchar, decltype(&g_free)> text(
        g_base64_encode(static_cast<const guchar*>(static_cast<const void*>(bytes.data())), bytes.size()),
        g_free);
    return text.get();
}

}  // namespace fabricmap::picture
