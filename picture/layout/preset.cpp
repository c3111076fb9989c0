// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/preset.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::picture {

// A column of a paper is 3.3 inches wide: 13 units are read as 6.6 points. A slide is 1920 × 1080 pixels.
const std::array<Preset, 3> presets{
    {{"paper", "a column of a paper", ".pdf", {480, 390}, 3, 1},
     {"slide", "a slide of 16:9", ".png", {960, 540}, 2, 3, true},
     {"ticket", "a ticket, with more findings in words", ".png", {860, 700}, 1, 6}}};

const Preset* find_preset(std::string_view name) noexcept {
    const auto* const found = std::find_if(presets.begin(), presets.end(),
                                           [&](const Preset& preset) { return preset.name == name; });
    return found == presets.end() ? nullptr : found;
}

std::vector<std::string> preset_names() {
    std::vector<std::string> names;
    names.reserve(presets.size());
    for (const Preset& preset : presets) names.emplace_back(preset.name);
    return names;
}

const Preset* read_preset(const std::string& word) {
    if (const Preset* const preset = find_preset(word)) return preset;
    const std::vector<std::string> names = preset_names();
    throw UsageError(fmt::format("--preset {}: give {} or {}", word,
                                 fmt::join(names.begin(), names.end() - 1, ", "), names.back()));
}

}  // namespace fabricmap::picture
