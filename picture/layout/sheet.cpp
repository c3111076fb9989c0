// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/sheet.hpp"

#include "picture/layout/marks.hpp"
#include "picture/shapes/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fabricmap::picture {
namespace {

constexpr double medium_size = (title_size + text_size) / 2;
constexpr double header_gap = 12;
constexpr double notes_distance = 24;  ///< between the picture and what stands right of it
constexpr double min_notes_width = 220;
constexpr double min_header_width = 640;  ///< of a picture that is smaller

/// The largest in which the title stands on one line.
double title_size_in(const std::string& title, double width) {
    for (const double size : {title_size, medium_size}) {
        if (text_width(title, size, true) <= width) return size;
    }
    return text_size;
}

/// Title and lines, none wider than that: what is goes on below. `height` reaches to what stands below.
Drawing header_of(const Sheet& sheet, double width) {
    constexpr std::size_t max_title_lines = 2;
    constexpr std::size_t max_lines_a_sentence = 4;
    Drawing header;
    if (sheet.title.empty() && sheet.lines.empty()) {
        header.height = drawing_margin / 2;
        return header;
    }
    Point corner{drawing_margin, drawing_margin};
    const auto put = [&](const std::vector<std::string>& words, const Text& style) {
        for (const std::string& line : words)
            header.width = std::max(header.width, text_width(line, style.size, style.is_bold));
        corner.y = header.put_lines(corner, words, style);
    };
    if (!sheet.title.empty()) {
        const double size = title_size_in(sheet.title, width);
        put(wrapped(sheet.title, size, width, max_title_lines, true),
            {{}, {}, size, Anchor::start, Ink::text, true});
        corner.y += cap_height(size) - line_height(size) + header_gap;
    }
    for (const std::string& line : sheet.lines) {
        put(wrapped(line, text_size, width, max_lines_a_sentence),
            {{}, {}, text_size, Anchor::start, Ink::quiet});
    }
    header.height = corner.y + header_gap;
    return header;
}

/// Below each other, each behind its number, in large letters, as far as the box has room.
void draw_notes(Drawing& drawing, const Box& box, const std::vector<Note>& notes) {
    constexpr double left = 2 * badge_radius + 8;
    constexpr std::size_t max_lines = 8;
    constexpr double above_capitals = (line_height(medium_size) - cap_height(medium_size)) / 2;
    double y = box.y;
    for (const Note& note : notes) {
        const auto lines = wrapped(note.words, medium_size, box.width - left, max_lines);
        const double end = y + static_cast<double>(lines.size()) * line_height(medium_size);
        if (end > box.bottom()) return;
        if (note.number > 0)
            draw_badge(drawing, {box.x + badge_radius, y + line_height(medium_size) / 2}, note.number);
        drawing.put_lines({box.x + left, y + above_capitals}, lines, {{}, {}, medium_size});
        y = end + badge_radius;
    }
}

std::string line_of(const Note& note) {
    return note.number > 0 ? fmt::format("{}  {}", note.number, note.words) : note.words;
}

}  // namespace

void Sheet::add_notes(const std::vector<Note>& findings,
                      const std::function<std::string(std::size_t)>& more) {
    const std::size_t most = preset != nullptr ? preset->findings : default_findings;
    const std::size_t taken = std::min(findings.size(), most);
    notes.assign(findings.begin(), findings.begin() + static_cast<std::ptrdiff_t>(taken));
    if (taken < findings.size()) notes.push_back({0, more(findings.size() - taken)});
}

std::size_t Sheet::last_number() const noexcept {
    std::size_t last = 0;
    for (const Note& note : notes) last = std::max(last, note.number);
    return last;
}

std::optional<Extent> Sheet::extent() const noexcept {
    return preset != nullptr ? preset->size : size;
}

Drawing on_sheet(Sheet sheet, const DrawnInRoom& draw) {
    const std::optional<Extent> extent = sheet.extent();
    const bool has_notes_beside =
        sheet.preset != nullptr && sheet.preset->notes_beside && !sheet.notes.empty();
    std::vector<std::string> all_lines = sheet.lines;
    for (const Note& note : sheet.notes) all_lines.push_back(line_of(note));
    if (!has_notes_beside) sheet.lines = all_lines;
    Drawing header;
    Drawing picture;
    if (extent) {
        const double width = extent->width - 2 * drawing_margin;
        header = header_of(sheet, width);
        picture = draw({width - (has_notes_beside ? notes_distance + min_notes_width : 0),
                        extent->height - header.height - drawing_margin});
    } else {
        constexpr double unlimited = std::numeric_limits<double>::infinity();
        picture = draw({unlimited, unlimited});
        header = header_of(sheet, std::max(picture.width, min_header_width));
    }
    const Extent least = extent.value_or(Extent{});
    Drawing drawing{
        std::max(least.width, std::ceil(std::max(picture.width, header.width) + 2 * drawing_margin)),
        std::max(least.height, std::ceil(header.height + picture.height + drawing_margin)),
        sheet.title.empty() ? picture.title : sheet.title, std::move(all_lines)};
    if (sheet.preset != nullptr) drawing.scale = sheet.preset->scale;
    const Point corner{drawing_margin, header.height};
    const double beside = corner.x + picture.width + notes_distance;
    drawing.put(std::move(header), {});
    drawing.put(std::move(picture), corner);
    if (has_notes_beside) {
        draw_notes(drawing,
                   {beside, corner.y, drawing.width - drawing_margin - beside,
                    drawing.height - drawing_margin - corner.y},
                   sheet.notes);
    }
    return drawing;
}

}  // namespace fabricmap::picture
