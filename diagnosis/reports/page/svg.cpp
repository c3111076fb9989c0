// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/page/svg.hpp"

#include "base/utf8.hpp"
#include "diagnosis/reports/plain_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <utility>

namespace fabricmap::diagnosis {

std::string escaped(std::string_view text) {
    std::string result;
    for (const char letter : valid_utf8(printable(text))) {
        switch (letter) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            case '\'':
                result += "&#39;";
                break;
            default:
                result += letter;
        }
    }
    return result;
}

std::string coordinate(double value) {
    return fmt::format("{}", std::round(value * 10) / 10);
}

Svg::Svg(double width, double height, std::string_view title)
    : body_(fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">", coordinate(width),
                        coordinate(height), escaped(title))) {}

void Svg::line(SvgPoint from, SvgPoint to, std::string_view css_class) {
    fmt::format_to(std::back_inserter(body_), R"(<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}"/>)",
                   css_class, coordinate(from.x), coordinate(from.y), coordinate(to.x), coordinate(to.y));
}

void Svg::box(const SvgBox& box, std::string_view css_class) {
    fmt::format_to(std::back_inserter(body_), R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>)",
                   css_class, coordinate(box.x), coordinate(box.y), coordinate(box.width),
                   coordinate(box.height));
}

void Svg::circle(SvgPoint centre, double radius, std::string_view css_class) {
    fmt::format_to(std::back_inserter(body_), R"(<circle class="{}" cx="{}" cy="{}" r="{}"/>)", css_class,
                   coordinate(centre.x), coordinate(centre.y), coordinate(radius));
}

void Svg::text(SvgPoint at, std::string_view words, std::string_view anchor, std::string_view css_class) {
    fmt::format_to(std::back_inserter(body_), R"(<text class="{}" x="{}" y="{}" text-anchor="{}">{}</text>)",
                   css_class, coordinate(at.x), coordinate(at.y), anchor, escaped(words));
}

void Svg::text_upwards(SvgPoint at, std::string_view words, std::string_view anchor) {
    fmt::format_to(std::back_inserter(body_),
                   R"--(<text transform="translate({},{}) rotate(-90)" text-anchor="{}">{}</text>)--",
                   coordinate(at.x), coordinate(at.y), anchor, escaped(words));
}

std::string Svg::finish() && {
    return std::move(body_) + "</svg>";
}

}  // namespace fabricmap::diagnosis
