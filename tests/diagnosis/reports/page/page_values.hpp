// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// The numbers of a PNG's pixels in its palette.
struct PaletteImage {
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<std::uint8_t> pixels;

    [[nodiscard]] std::uint8_t at(std::size_t x, std::size_t y) const { return pixels.at(y * width + x); }
};

/// What a page says of pairs at one length, as its script reads it: the pixels of the picture, and what
/// stands beside them.
struct PageMatrix {
    std::int64_t length_bytes = 0;
    std::size_t hosts = 0;
    std::size_t fold = 1;  ///< hosts along a side of a place
    double low = 0;
    double high = 0;
    std::int64_t rated_bytes = 0;
    std::vector<double> expected_s;
    PaletteImage shades;
    PaletteImage classes;

    [[nodiscard]] std::size_t places() const { return (hosts + fold - 1) / fold; }
    /// What one shade spans, as a logarithm.
    [[nodiscard]] double step() const;
    /// NaN where nothing was measured.
    [[nodiscard]] double factor(std::size_t row, std::size_t column) const;
    [[nodiscard]] double delay_s(std::size_t row, std::size_t column) const;
};

/// In the order of the page.
[[nodiscard]] std::vector<PageMatrix> matrices_of(const std::string& page);

}  // namespace fabricmap::testing
