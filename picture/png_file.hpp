// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/grey_image.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::picture {

/// What a PNG says about itself beside its pixels; keywords such as "Title" are Latin, the text is UTF-8.
struct PngText {
    std::string keyword;
    std::string text;
};

/// The picture as a PNG in 16-bit grey: the same bytes for the same input. Throws RunError where libpng
/// fails.
[[nodiscard]] std::string encode_png(const GreyImage& image, const std::vector<PngText>& texts = {});

/// The same as a file that appears whole or not at all; replaces what stood there. Throws FileError with the
/// path.
void write_png(const std::filesystem::path& path, const GreyImage& image,
               const std::vector<PngText>& texts = {});

}  // namespace fabricmap::picture
