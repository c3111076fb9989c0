// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/header.hpp"

#include "picture/shapes/words.hpp"

#include <algorithm>

namespace fabricmap::picture {
namespace {

constexpr double header_gap = 12;

}  // namespace

double draw_header(Drawing& drawing, const std::string& title, const std::vector<std::string>& lines,
                   double width) {
    double y = drawing_margin;
    if (!title.empty()) {
        y += cap_height(title_size);
        drawing.text({drawing_margin, y}, fitted(title, title_size, width, true), title_size, Anchor::start,
                     Ink::text, true);
        y += header_gap;
    }
    for (const std::string& line : lines) {
        drawing.text({drawing_margin, y + cap_height(text_size)}, fitted(line, text_size, width), text_size,
                     Anchor::start, Ink::quiet);
        y += line_height(text_size);
    }
    return header_height(title, lines);
}

double header_width(const std::string& title, const std::vector<std::string>& lines) {
    double width = text_width(title, title_size, true);
    for (const std::string& line : lines) width = std::max(width, text_width(line, text_size));
    return width;
}

double header_height(const std::string& title, const std::vector<std::string>& lines) {
    if (title.empty() && lines.empty()) return drawing_margin / 2;
    const double above = title.empty() ? 0 : cap_height(title_size) + header_gap;
    return drawing_margin + above + static_cast<double>(lines.size()) * line_height(text_size) + header_gap;
}

}  // namespace fabricmap::picture
