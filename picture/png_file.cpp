// SPDX-License-Identifier: Apache-2.0
#include "picture/png_file.hpp"

#include "base/errors.hpp"
#include "base/output_file.hpp"

#include <fmt/format.h>
#include <png.h>

#include <array>
#include <bit>
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

/// False where libpng gave up. It returns here by longjmp, so nothing in this function has a destructor.
bool encode(const PngHandle& handle, const GreyImage& image, const std::vector<png_text>& entries) {
    png_structp const png = handle.png();
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    png_set_IHDR(png, handle.info(), static_cast<png_uint_32>(image.width()),
                 static_cast<png_uint_32>(image.height()), 16, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (!entries.empty()) png_set_text(png, handle.info(), entries.data(), static_cast<int>(entries.size()));
    png_write_info(png, handle.info());
    // The file has the high byte first.
    if constexpr (std::endian::native == std::endian::little) png_set_swap(png);
    for (int y = 0; y < image.height(); ++y) {
        png_write_row(png, static_cast<png_const_bytep>(static_cast<const void*>(image.line(y))));
    }
    png_write_end(png, handle.info());
    return true;
}

}  // namespace

std::string encode_png(const GreyImage& image, const std::vector<PngText>& texts) {
    const std::vector<png_text> entries = entries_of(texts);
    Encoding encoding;
    const PngHandle handle(encoding);
    if (!encode(handle, image, entries)) {
        throw RunError(fmt::format("a picture of {} × {} pixels cannot be encoded: {}", image.width(),
                                   image.height(), encoding.message.data()));
    }
    return std::move(encoding.bytes);
}

void write_png(const std::filesystem::path& path, const GreyImage& image, const std::vector<PngText>& texts) {
    OutputFile file(path);
    file.write(encode_png(image, texts));
    file.commit();
}

}  // namespace fabricmap::picture
