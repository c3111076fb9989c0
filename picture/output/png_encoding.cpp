// SPDX-License-Identifier: Apache-2.0
#include "picture/output/png_encoding.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>
#include <png.h>

#include <array>
#include <csetjmp>
#include <cstdio>
#include <new>
#include <stdexcept>

namespace fabricmap::picture {
namespace {

/// What libpng's callbacks share. The message is no std::string: libpng jumps over destructors.
struct Encoding {
    std::string bytes;
    std::array<char, 160> message{};
};

extern "C" {
void note_error(png_structp png, png_const_charp message) {
    auto* const encoding = static_cast<Encoding*>(png_get_error_ptr(png));
    std::snprintf(encoding->message.data(), encoding->message.size(), "%s", message);
    png_longjmp(png, 1);
}

void ignore_warning(png_structp /*png*/, png_const_charp /*message*/) {}

void append_bytes(png_structp png, png_bytep data, std::size_t size) {
    auto* const encoding = static_cast<Encoding*>(png_get_io_ptr(png));
    bool fits = true;
    try {
        encoding->bytes.append(static_cast<const char*>(static_cast<const void*>(data)), size);
    } catch (const std::exception&) {
        fits = false;
    }
    // Only here: a jump out of the handler would leave the exception behind.
    if (!fits) png_error(png, "the picture does not fit into memory");
}

void flush_nothing(png_structp /*png*/) {}
}

class PngHandle {
  public:
    explicit PngHandle(Encoding& encoding)
        : png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, &encoding, note_error, ignore_warning)),
          info_(png_ == nullptr ? nullptr : png_create_info_struct(png_)) {
        if (info_ == nullptr) {
            png_destroy_write_struct(&png_, nullptr);
            throw std::bad_alloc();
        }
        png_set_write_fn(png_, &encoding, append_bytes, flush_nothing);
    }
    PngHandle(const PngHandle&) = delete;
    PngHandle& operator=(const PngHandle&) = delete;
    ~PngHandle() { png_destroy_write_struct(&png_, &info_); }

    [[nodiscard]] png_structp png() const noexcept { return png_; }
    [[nodiscard]] png_infop info() const noexcept { return info_; }

  private:
    png_structp png_;
    png_infop info_;
};

std::vector<png_text> entries_of(const std::vector<PngText>& texts) {
    std::vector<png_text> entries;
    for (const PngText& text : texts) {
        png_text entry{};
        entry.compression = PNG_ITXT_COMPRESSION_NONE;
        // libpng's interface is not const, it only reads.
        entry.key = const_cast<char*>(text.keyword.c_str());
        entry.text = const_cast<char*>(text.text.c_str());
        entry.itxt_length = text.text.size();
        entries.push_back(entry);
    }
    return entries;
}

std::vector<png_color> palette_of(const PngPixels& pixels) {
    std::vector<png_color> palette;
    palette.reserve(pixels.palette.size());
    for (const Colour& colour : pixels.palette) palette.push_back({colour.red, colour.green, colour.blue});
    return palette;
}

/// False where libpng gave up. It returns here by longjmp, so nothing in this function has a destructor.
bool encode(const PngHandle& handle, const PngPixels& pixels, const std::vector<png_color>& palette,
            const std::vector<png_text>& entries) {
    png_structp const png = handle.png();
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_set_IHDR(png, handle.info(), static_cast<png_uint_32>(pixels.width),
                 static_cast<png_uint_32>(pixels.height), 8,
                 palette.empty() ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (!palette.empty()) png_set_PLTE(png, handle.info(), palette.data(), static_cast<int>(palette.size()));
    if (!entries.empty()) png_set_text(png, handle.info(), entries.data(), static_cast<int>(entries.size()));
    png_write_info(png, handle.info());
    for (int y = 0; y < pixels.height; ++y) png_write_row(png, pixels.line(y));
    png_write_end(png, handle.info());
    return true;
}

}  // namespace

std::string encoded_png(const PngPixels& pixels, const std::vector<PngText>& texts) {
    const std::vector<png_text> entries = entries_of(texts);
    const std::vector<png_color> palette = palette_of(pixels);
    Encoding encoding;
    const PngHandle handle(encoding);
    if (!encode(handle, pixels, palette, entries)) {
        throw RunError(fmt::format("a picture of {} × {} pixels cannot be encoded: {}", pixels.width,
                                   pixels.height, encoding.message.data()));
    }
    return std::move(encoding.bytes);
}

}  // namespace fabricmap::picture
