// SPDX-License-Identifier: Apache-2.0
#include "picture/png.hpp"

#include "netcdf_schema/errors.hpp"

#include <fmt/format.h>
#include <png.h>

#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace fabricmap {
namespace {

/// The two halves that libpng keeps of a picture under way.
class PngWriter {
  public:
    PngWriter()
        : png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, warn)),
          info_(png_ == nullptr ? nullptr : png_create_info_struct(png_)) {
        if (info_ == nullptr) throw std::runtime_error("libpng has no memory");
    }
    ~PngWriter() { png_destroy_write_struct(&png_, &info_); }
    PngWriter(const PngWriter&) = delete;
    PngWriter& operator=(const PngWriter&) = delete;

    [[nodiscard]] png_structp png() const noexcept { return png_; }
    [[nodiscard]] png_infop info() const noexcept { return info_; }

  private:
    // Leaving by an exception instead of longjmp lets destructors run; Debian builds libpng with unwind
    // tables.
    [[noreturn]] static void fail(png_structp /*png*/, png_const_charp message) {
        throw std::runtime_error(message);
    }
    static void warn(png_structp /*png*/, png_const_charp /*message*/) {}

    png_structp png_;
    png_infop info_;
};

void append(png_structp png, png_bytep bytes, std::size_t size) {
    auto& file = *static_cast<std::vector<std::uint8_t>*>(png_get_io_ptr(png));
    file.insert(file.end(), bytes, bytes + size);
}

void write_texts(const PngWriter& writer, const PngTexts& texts) {
    std::vector<png_text> chunks;
    for (const auto& [keyword, text] : texts) {
        png_text chunk{};
        chunk.compression = PNG_ITXT_COMPRESSION_NONE;
        chunk.key = const_cast<char*>(keyword.c_str());  // libpng copies it
        chunk.text = const_cast<char*>(text.c_str());
        chunk.itxt_length = text.size();
        chunks.push_back(chunk);
    }
    png_set_text(writer.png(), writer.info(), chunks.data(), static_cast<int>(chunks.size()));
}

std::vector<std::uint8_t> big_endian(std::span<const Grey> row) {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(2 * row.size());
    for (const Grey grey : row) {
        bytes.push_back(static_cast<std::uint8_t>(grey >> 8U));
        bytes.push_back(static_cast<std::uint8_t>(grey & 0xffU));
    }
    return bytes;
}

[[noreturn]] void refuse(const std::filesystem::path& path, int error) {
    throw FileError(fmt::format("{}: cannot be written: {}; choose another folder or make room",
                                path.string(), std::generic_category().message(error)));
}

}  // namespace

std::vector<std::uint8_t> encode_png(const GreyImage& image, const PngTexts& texts) {
    std::vector<std::uint8_t> file;
    const PngWriter writer;
    png_set_write_fn(writer.png(), &file, append, nullptr);
    png_set_IHDR(writer.png(), writer.info(), static_cast<png_uint_32>(image.width()),
                 static_cast<png_uint_32>(image.height()), 16, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    write_texts(writer, texts);
    png_write_info(writer.png(), writer.info());
    for (int y = 0; y < image.height(); ++y) {
        const auto bytes = big_endian(image.row(y));
        png_write_row(writer.png(), bytes.data());
    }
    png_write_end(writer.png(), writer.info());
    return file;
}

void write_png(const std::filesystem::path& path, const GreyImage& image, const PngTexts& texts) {
    const auto bytes = encode_png(image, texts);
    const std::filesystem::path partial = path.string() + ".partial";
    errno = 0;
    std::ofstream stream(partial, std::ios::binary | std::ios::trunc);
    if (!stream) refuse(path, errno);
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    stream.close();
    std::error_code error;
    if (stream) {
        std::filesystem::rename(partial, path, error);
        if (!error) return;
    }
    const int reason = error ? error.value() : errno;
    std::filesystem::remove(partial, error);
    refuse(path, reason);
}

}  // namespace fabricmap
