// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/notes.hpp"

#include "picture/layout/marks.hpp"
#include "picture/shapes/words.hpp"

#include <fmt/format.h>

namespace fabricmap::picture {

void draw_notes(Drawing& drawing, const Box& box, const std::vector<Note>& notes) {
    constexpr double size = (title_size + text_size) / 2;
    constexpr double left = 2 * badge_radius + 8;
    constexpr std::size_t max_lines = 8;
    double y = box.y;
    for (const Note& note : notes) {
        const auto lines = wrapped(note.words, size, box.width - left, max_lines);
        const double height = static_cast<double>(lines.size()) * line_height(size);
        if (y + height > box.bottom()) return;
        if (note.number > 0)
            draw_badge(drawing, {box.x + badge_radius, y + line_height(size) / 2}, note.number);
        for (std::size_t line = 0; line < lines.size(); ++line) {
            const double middle = y + (static_cast<double>(line) + 0.5) * line_height(size);
            drawing.text({box.x + left, middle + cap_height(size) / 2}, lines[line], size);
        }
        y += height + badge_radius;
    }
}

std::vector<std::string> lines_of(const std::vector<Note>& notes) {
    std::vector<std::string> lines;
    lines.reserve(notes.size());
    for (const Note& note : notes)
        lines.push_back(note.number > 0 ? fmt::format("{}  {}", note.number, note.words) : note.words);
    return lines;
}

}  // namespace fabricmap::picture
