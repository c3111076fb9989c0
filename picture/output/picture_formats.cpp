// SPDX-License-Identifier: Apache-2.0
#include "picture/output/picture_formats.hpp"

#include "picture/output/pdf.hpp"
#include "picture/output/png.hpp"
#include "picture/output/svg.hpp"

#include <algorithm>

namespace fabricmap::picture {

const std::array<PictureFormat, 3> picture_formats{
    {{".png", "\x89PNG", png_of}, {".svg", "<?xml", svg_file}, {".pdf", "%PDF", pdf_of}}};

const PictureFormat* find_picture_format(std::string_view suffix) noexcept {
    const auto* const found =
        std::find_if(picture_formats.begin(), picture_formats.end(),
                     [&](const PictureFormat& format) { return format.suffix == suffix; });
    return found == picture_formats.end() ? nullptr : found;
}

}  // namespace fabricmap::picture
