// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/preset.hpp"
#include "picture/shapes/drawing.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::picture {

/// Free at the edges of a sheet.
inline constexpr double drawing_margin = 24;

/// A finding in words.
struct Note {
    std::size_t number = 0;  ///< as it stands on the picture; 0: none
    std::string words;

    friend bool operator==(const Note&, const Note&) = default;
};

/// What a picture that is a file of its own says besides what is drawn: title and lines above it, findings
/// below these, or right of the picture where the preset has room there.
struct Sheet {
    std::string title;                 ///< also read aloud in the drawing's stead
    std::vector<std::string> lines{};  ///< below the title
    std::vector<Note> notes{};         ///< see add_notes
    std::optional<Extent> size{};      ///< nothing: as large as the picture needs
    const Preset* preset = nullptr;    ///< has a size of its own; null: none

    /// Has the first of the findings in words, as many as the preset says, and then of how many more there
    /// are.
    void add_notes(const std::vector<Note>& findings, const std::function<std::string(std::size_t)>& more);
    /// The last number that stands in words: others need none on the picture.
    [[nodiscard]] std::size_t last_number() const noexcept;
    [[nodiscard]] std::optional<Extent> extent() const noexcept;
};

/// What is drawn in a room of that size, without bounds where the sheet has none.
using DrawnInRoom = std::function<Drawing(const Extent& room)>;

/// The picture on its sheet, which is larger than its size says where that has no room for all.
[[nodiscard]] Drawing on_sheet(Sheet sheet, const DrawnInRoom& draw);

}  // namespace fabricmap::picture
