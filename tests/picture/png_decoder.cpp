// SPDX-License-Identifier: Apache-2.0
#include "tests/picture/png_decoder.hpp"

#include <png.h>

#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace fabricmap::testing {
namespace {

extern "C" void take_bytes(png_structp png, png_bytep data, std::size_t size) {
    auto* const rest = static_cast<std::string_view*>(png_get_io_ptr(png));
    if (size > rest->size()) png_error(png, "the file ends too early");
    std::memcpy(data, rest->data(), size);
    rest->remove_prefix(size);
}

/// libpng jumps out of this on an error; nothing here has a destructor.
bool read_pixels(png_structp png, png_infop info, png_bytepp rows) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_read_image(png, rows);
    png_read_end(png, info);
    return true;
}

bool read_header(png_structp png, png_infop info) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_read_info(png, info);
    return true;
}

void take_image(png_structp png, png_infop info, DecodedPng& decoded) {
    decoded.width = static_cast<int>(png_get_image_width(png, info));
    decoded.height = static_cast<int>(png_get_image_height(png, info));
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_read_update_info(png, info);
    const std::size_t line_size = png_get_rowbytes(png, info);
    std::vector<png_byte> bytes(line_size * static_cast<std::size_t>(decoded.height));
    std::vector<png_bytep> rows;
    for (std::size_t y = 0; y < static_cast<std::size_t>(decoded.height); ++y)
        rows.push_back(bytes.data() + y * line_size);
    if (!read_pixels(png, info, rows.data())) throw std::runtime_error("the pixels are damaged");
    for (const png_byte* const row : rows) {
        for (std::size_t at = 0; at < line_size; at += 3)
            decoded.pixels.push_back({row[at], row[at + 1], row[at + 2]});
    }
}

void take_texts(png_structp png, png_infop info, DecodedPng& decoded) {
    png_textp texts = nullptr;
    int count = 0;
    png_get_text(png, info, &texts, &count);
    for (int k = 0; k < count; ++k) decoded.texts[texts[k].key] = texts[k].text;
}

}  // namespace

DecodedPng decode_png(const std::string& bytes) {
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    std::string_view rest = bytes;
    png_set_read_fn(png, &rest, take_bytes);
    DecodedPng decoded;
    if (!read_header(png, info)) throw std::runtime_error("the header is damaged");
    decoded.bit_depth = png_get_bit_depth(png, info);
    decoded.has_palette = png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE;
    take_image(png, info, decoded);
    take_texts(png, info, decoded);
    png_destroy_read_struct(&png, &info, nullptr);
    return decoded;
}

}  // namespace fabricmap::testing
