// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

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

extern const std::array<Preset, 3> presets;

/// So many findings stand in words in a picture without a preset.
inline constexpr std::size_t default_findings = 3;

[[nodiscard]] std::vector<std::string> preset_names();
/// The one with that name; null where there is none.
[[nodiscard]] const Preset* find_preset(std::string_view name) noexcept;
/// The one that --preset names. Throws UsageError with those that there are.
[[nodiscard]] const Preset* read_preset(const std::string& word);

}  // namespace fabricmap::picture
