// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

namespace fabricmap::picture {

/// On white paper.
[[nodiscard]] Colour paper_colour(Ink ink) noexcept;

/// What style sheets call it: "text", "series2".
[[nodiscard]] std::string ink_name(Ink ink);

/// The inks, each once.
inline constexpr std::size_t ink_count = static_cast<std::size_t>(Ink::series) + series_inks;

}  // namespace fabricmap::picture
