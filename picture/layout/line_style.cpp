// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/line_style.hpp"

#include <array>
#include <utility>
#include <vector>

namespace fabricmap::picture {
namespace {

constexpr double point_radius = 3.5;

/// Around (0, 0): a square, a triangle, a diamond, a triangle that stands on its tip.
const std::vector<Point>& outline_of(std::size_t form) {
    constexpr double r = point_radius;
    static const std::array<std::vector<Point>, 4> outlines{
        {{{-r, -r}, {r, -r}, {r, r}, {-r, r}},
         {{0, -r - 1}, {r + 1, r}, {-r - 1, r}},
         {{0, -r - 1}, {r + 1, 0}, {0, r + 1}, {-r - 1, 0}},
         {{0, r + 1}, {r + 1, -r}, {-r - 1, -r}}}};
    return outlines.at(form);
}

}  // namespace

Pen line_pen(std::size_t number) {
    static const std::array<std::vector<double>, 5> dashes{
        {{}, {9, 4}, {12, 3, 3, 3}, {3, 3}, {6, 3, 2, 3, 2, 3}}};
    return {series_ink(number), 2, dashes.at(number % dashes.size())};
}

void draw_point(Drawing& drawing, Point at, std::size_t number) {
    constexpr std::size_t forms = 5;
    const Fill fill{series_ink(number)};
    if (number % forms == 0) {
        drawing.shapes.emplace_back(Circle{at, point_radius, std::nullopt, fill});
        return;
    }
    Path path{outline_of(number % forms - 1), true, std::nullopt, fill};
    for (Point& point : path.points) point = {point.x + at.x, point.y + at.y};
    drawing.shapes.emplace_back(std::move(path));
}

void draw_sample(Drawing& drawing, Point left, double length, std::size_t number) {
    drawing.line(left, {left.x + length, left.y}, line_pen(number));
    draw_point(drawing, {left.x + length / 2, left.y}, number);
}

}  // namespace fabricmap::picture
