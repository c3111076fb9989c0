// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/grey_image.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace fabricmap {

/// What is written beside the pixels: keyword and text, such as "Title" (PNG specification, 11.3.4).
using PngTexts = std::map<std::string, std::string>;

/// The image as a PNG file of 16-bit grey, in memory. Throws std::runtime_error when the library fails.
[[nodiscard]] std::vector<std::uint8_t> encode_png(const GreyImage& image, const PngTexts& texts);

/// Writes it under a temporary name and renames it, so that the path never holds half a picture.
/// Throws FileError with the path.
void write_png(const std::filesystem::path& path, const GreyImage& image, const PngTexts& texts);

}  // namespace fabricmap
