// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace fabricmap::picture {

/// A finding in words.
struct Note {
    std::size_t number = 0;  ///< as it stands on the picture; 0: none
    std::string words;

    friend bool operator==(const Note&, const Note&) = default;
};

/// They are not made narrower than this.
inline constexpr double min_notes_width = 220;

/// Below each other, each behind its number, in large letters, as far as the box has room.
void draw_notes(Drawing& drawing, const Box& box, const std::vector<Note>& notes);

/// The same as lines of a header.
[[nodiscard]] std::vector<std::string> lines_of(const std::vector<Note>& notes);

}  // namespace fabricmap::picture
