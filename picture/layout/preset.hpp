// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace fabricmap::picture {

/// What a picture is made for. Words are as large as they are read there: a smaller drawing has larger words
/// once it fills its column or screen.
struct Preset {
    std::string_view name;
    std::string_view what;      ///< in a few words, for --help
    std::string_view suffix;    ///< of the format that suits it best
    Extent size;                ///< of the drawing
    double scale = 1;           ///< pixels a unit of a PNG
    std::size_t findings = 0;   ///< in words, at most
    bool notes_beside = false;  ///< these stand right of what is drawn instead of above it
};

// A column of a paper is 3.3 inches wide: 13 units are read as 6.6 points. A slide is 1920 × 1080 pixels.
inline constexpr std::array<Preset, 3> presets{
    {{"paper", "a column of a paper", ".pdf", {480, 390}, 3, 1},
     {"slide", "a slide of 16:9", ".png", {960, 540}, 2, 3, true},
     {"ticket", "a ticket, with more findings in words", ".png", {860, 700}, 1, 6}}};

/// So many findings stand in words in a picture without a preset.
inline constexpr std::size_t default_findings = 3;

}  // namespace fabricmap::picture
