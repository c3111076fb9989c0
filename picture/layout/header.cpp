// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/header.hpp"

#include "picture/shapes/words.hpp"

#include <algorithm>

namespace fabricmap::picture {
namespace {

constexpr double header_gap = 12;
constexpr std::size_t max_title_lines = 2;
constexpr std::size_t max_lines_a_sentence = 4;

/// The largest in which the title stands on one line.
double size_of(const std::string& title, double width) {
    for (const double size : {title_size, (title_size + text_size) / 2}) {
        if (text_width(title, size, true) <= width) return size;
    }
    return text_size;
}

}  // namespace

Header::Header(const std::string& title, const std::vector<std::string>& lines, double width) {
    const auto add = [&](double baseline, const std::string& words, double size, bool is_title) {
        texts_.push_back({{drawing_margin, baseline},
                          words,
                          size,
                          Anchor::start,
                          is_title ? Ink::text : Ink::quiet,
                          is_title});
        width_ = std::max(width_, text_width(words, size, is_title));
    };
    if (title.empty() && lines.empty()) {
        height_ = drawing_margin / 2;
        return;
    }
    double y = drawing_margin;
    if (!title.empty()) {
        const double size = size_of(title, width);
        for (const std::string& words : wrapped(title, size, width, max_title_lines, true)) {
            add(y + cap_height(size), words, size, true);
            y += line_height(size);
        }
        y += cap_height(size) - line_height(size) + header_gap;
    }
    for (const std::string& line : lines) {
        for (const std::string& words : wrapped(line, text_size, width, max_lines_a_sentence)) {
            add(y + cap_height(text_size), words, text_size, false);
            y += line_height(text_size);
        }
    }
    height_ = y + header_gap;
}

void Header::draw(Drawing& drawing) const {
    for (const Text& text : texts_) drawing.text(text);
}

}  // namespace fabricmap::picture
