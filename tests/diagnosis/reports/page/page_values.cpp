// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/reports/page/page_values.hpp"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace fabricmap::testing {
namespace {

constexpr int shade_count = 240;

std::string decoded_base64(std::string_view text) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned held = 0;
    int bits = 0;
    for (const char letter : text) {
        const std::size_t digit = digits.find(letter);
        if (digit == std::string_view::npos) break;
        held = held << 6U | static_cast<unsigned>(digit);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes += static_cast<char>(held >> static_cast<unsigned>(bits) & 0xffU);
    }
    return bytes;
}

extern "C" void read_from_text(png_structp png, png_bytep to, std::size_t count) {
    auto* const left = static_cast<std::string_view*>(png_get_io_ptr(png));
    if (left->size() < count) png_error(png, "cut off");
    std::memcpy(to, left->data(), count);
    left->remove_prefix(count);
}

PaletteImage decoded_png(const std::string& bytes) {
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    std::string_view left = bytes;
    png_set_read_fn(png, &left, read_from_text);
    png_read_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
    PaletteImage image{png_get_image_width(png, info), png_get_image_height(png, info), {}};
    if (png_get_color_type(png, info) != PNG_COLOR_TYPE_PALETTE) throw std::runtime_error("no palette");
    png_bytepp const rows = png_get_rows(png, info);
    for (std::size_t y = 0; y < image.height; ++y)
        image.pixels.insert(image.pixels.end(), rows[y], rows[y] + image.width);
    png_destroy_read_struct(&png, &info, nullptr);
    return image;
}

/// What stands between the text and the next quotation mark.
std::string quoted_after(std::string_view text, std::string_view before) {
    const std::size_t begin = text.find(before);
    if (begin == std::string_view::npos) throw std::runtime_error("without " + std::string(before));
    const std::string_view rest = text.substr(begin + before.size());
    return std::string(rest.substr(0, rest.find('"')));
}

PageMatrix matrix_of(std::string_view figure) {
    PageMatrix matrix;
    matrix.hosts = std::stoul(quoted_after(figure, "data-hosts=\""));
    matrix.fold = std::stoul(quoted_after(figure, "data-fold=\""));
    matrix.low = std::stod(quoted_after(figure, "data-low=\""));
    matrix.high = std::stod(quoted_after(figure, "data-high=\""));
    matrix.rated_bytes = std::stoll(quoted_after(figure, "data-rated=\""));
    std::istringstream expected(quoted_after(figure, "data-expected=\""));
    for (double value_s = 0; expected >> value_s;) matrix.expected_s.push_back(value_s);
    matrix.shades = decoded_png(decoded_base64(quoted_after(figure, "href=\"data:image/png;base64,")));
    matrix.classes = decoded_png(decoded_base64(quoted_after(figure, "data-classes=\"")));
    return matrix;
}

}  // namespace

double PageMatrix::step() const {
    return std::log(high / low) / (shade_count - 1);
}

double PageMatrix::factor(std::size_t row, std::size_t column) const {
    const auto pixel = [&](std::size_t place, std::size_t size) {
        return (2 * place + 1) * size / (2 * places());
    };
    const int shade = shades.at(pixel(column, shades.width), pixel(row, shades.height));
    return shade < shade_count ? low * std::exp(step() * shade) : std::nan("");
}

double PageMatrix::delay_s(std::size_t row, std::size_t column) const {
    return factor(row, column) * expected_s.at(classes.at(column, row));
}

std::vector<PageMatrix> matrices_of(const std::string& page) {
    std::vector<PageMatrix> matrices;
    const std::string begin = "<figure class=\"values\"";
    for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, at + 1)) {
        matrices.push_back(matrix_of(std::string_view(page).substr(at, page.find("</figure>", at) - at)));
        const std::size_t around = page.rfind("<div class=\"length\"", at);
        matrices.back().length_bytes =
            std::stoll(quoted_after(std::string_view(page).substr(around), "data-bytes=\""));
    }
    return matrices;
}

}  // namespace fabricmap::testing
