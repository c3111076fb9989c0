// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/preset.hpp"

#include <algorithm>

namespace fabricmap::picture {

// A column of a paper is 3.3 inches wide: 13 units are read as 6.6 points. A slide is 1920 × 1080 pixels.
const std::array<Preset, 3> presets{
    {{"paper", "a column of a paper", ".pdf", {480, 390}, 3, 1},
     {"slide", "a slide of 16:9", ".png", {960, 540}, 2, 3},
     {"ticket", "a ticket, with more findings in words", ".png", {860, 700}, 1, 6}}};

const Preset* find_preset(std::string_view name) noexcept {
    const auto* const found = std::find_if(presets.begin(), presets.end(),
                                           [&](const Preset& preset) { return preset.name == name; });
    return found == presets.end() ? nullptr : found;
}

}  // namespace fabricmap::picture
