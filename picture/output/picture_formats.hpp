// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

#include <array>
#include <string>
#include <string_view>

namespace fabricmap::picture {

/// A kind of file that a drawing becomes.
struct PictureFormat {
    std::string_view suffix;     ///< of the files' names: ".png"
    std::string_view beginning;  ///< of the files themselves
    std::string (*bytes_of)(const Drawing& drawing);
};

/// All of them.
extern const std::array<PictureFormat, 3> picture_formats;

/// The one with that suffix; nothing where there is none.
[[nodiscard]] const PictureFormat* find_picture_format(std::string_view suffix) noexcept;

}  // namespace fabricmap::picture
