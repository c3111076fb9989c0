// SPDX-License-Identifier: Apache-2.0
#include "picture/shapes/words.hpp"

#include "base/utf8.hpp"
#include "picture/shapes/font.hpp"

#include <iterator>
#include <memory>
#include <pango/pangocairo.h>
#include <utf8cpp/utf8/checked.h>

namespace fabricmap::picture {
namespace {

/// Pango's objects belong to a thread.
PangoLayout* measuring_layout() {
    struct Unref {
        void operator()(gpointer object) const { g_object_unref(object); }
    };
    thread_local const std::unique_ptr<PangoContext, Unref> context(
        pango_font_map_create_context(pango_cairo_font_map_get_default()));
    thread_local const std::unique_ptr<PangoLayout, Unref> layout(pango_layout_new(context.get()));
    return layout.get();
}

/// Up to where the first line of the words goes; all of them where there is no place to break.
std::size_t line_end(const std::string& words, double size, double width, bool is_bold) {
    for (const std::string_view breaks : {" ", " ,;/-"}) {
        std::size_t end = 0;
        for (std::size_t at = words.find_first_of(breaks); at != std::string::npos;
             at = words.find_first_of(breaks, at + 1)) {
            const std::size_t next = words[at] == ' ' ? at : at + 1;
            if (text_width(words.substr(0, next), size, is_bold) > width) break;
            end = next;
        }
        if (end > 0) return end;
    }
    return words.size();
}

}  // namespace

void set_words(PangoLayout* layout, std::string_view words, double size, bool is_bold) {
    const std::unique_ptr<PangoFontDescription, decltype(&pango_font_description_free)> font(
        pango_font_description_new(), pango_font_description_free);
    pango_font_description_set_family_static(font.get(), "Sans");
    pango_font_description_set_absolute_size(font.get(), size * PANGO_SCALE);
    if (is_bold) pango_font_description_set_weight(font.get(), PANGO_WEIGHT_BOLD);
    pango_layout_set_font_description(layout, font.get());
    pango_layout_set_single_paragraph_mode(layout, TRUE);
    const std::string valid = valid_utf8(std::string(words));
    pango_layout_set_text(layout, valid.data(), static_cast<int>(valid.size()));
}

double text_width(std::string_view words, double size, bool is_bold) {
    if (words.empty()) return 0;
    PangoLayout* const layout = measuring_layout();
    set_words(layout, words, size, is_bold);
    int width = 0;
    int height = 0;
    pango_layout_get_size(layout, &width, &height);
    return static_cast<double>(width) / PANGO_SCALE;
}

std::string fitted(const std::string& words, double size, double width, bool is_bold) {
    if (words.empty() || text_width(words, size, is_bold) <= width) return words;
    std::u32string letters;
    const std::string valid = valid_utf8(words);
    utf8::utf8to32(valid.begin(), valid.end(), std::back_inserter(letters));
    for (std::size_t kept = letters.size() - 1; kept > 1; --kept) {
        const auto front = static_cast<std::ptrdiff_t>((kept + 1) / 2);
        const auto back = static_cast<std::ptrdiff_t>(kept) - front;
        std::string shorter;
        utf8::utf32to8(letters.begin(), letters.begin() + front, std::back_inserter(shorter));
        shorter += "…";
        utf8::utf32to8(letters.end() - back, letters.end(), std::back_inserter(shorter));
        if (text_width(shorter, size, is_bold) <= width) return shorter;
    }
    return "…";
}

std::vector<std::string> wrapped(const std::string& words, double size, double width, std::size_t max_lines,
                                 bool is_bold) {
    std::vector<std::string> lines;
    std::string rest = words;
    while (!rest.empty() && lines.size() + 1 < max_lines && text_width(rest, size, is_bold) > width) {
        const std::size_t end = line_end(rest, size, width, is_bold);
        lines.push_back(fitted(rest.substr(0, end), size, width, is_bold));
        rest.erase(0, rest.find_first_not_of(' ', end));
    }
    if (!rest.empty()) lines.push_back(fitted(rest, size, width, is_bold));
    return lines;
}

}  // namespace fabricmap::picture
