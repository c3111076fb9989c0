// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/legend.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace fabricmap::picture {

/// What a picture is made for. Words are as large as they are read there: a smaller drawing has larger words
/// once it fills its column or screen.
struct Preset {
    std::string_view name;
    std::string_view what;     ///< in a few words, for --help
    std::string_view suffix;   ///< of the format that suits it best
    Extent size;               ///< of the drawing
    double scale = 1;          ///< pixels a unit of a PNG
    std::size_t findings = 0;  ///< sentences below the title, at most
};

extern const std::array<Preset, 3> presets;

/// The one with that name; null where there is none.
[[nodiscard]] const Preset* find_preset(std::string_view name) noexcept;

}  // namespace fabricmap::picture
