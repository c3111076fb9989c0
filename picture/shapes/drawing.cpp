// SPDX-License-Identifier: Apache-2.0
#include "picture/shapes/drawing.hpp"

#include "picture/shapes/words.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace fabricmap::picture {
namespace {

/// Puts shapes elsewhere; pens stay as they are.
class Placing {
  public:
    Placing(Point corner, double magnification) : corner_(corner), magnification_(magnification) {}

    void operator()(Path& path) const {
        for (Point& point : path.points) place(point);
    }
    void operator()(Circle& circle) const {
        place(circle.centre);
        circle.radius *= magnification_;
    }
    void operator()(Text& text) const {
        place(text.at);
        text.size *= magnification_;
    }
    void operator()(Cells& cells) const {
        cells.box = {corner_.x + magnification_ * cells.box.x, corner_.y + magnification_ * cells.box.y,
                     magnification_ * cells.box.width, magnification_ * cells.box.height};
    }

  private:
    void place(Point& point) const {
        point = {corner_.x + magnification_ * point.x, corner_.y + magnification_ * point.y};
    }

    Point corner_;
    double magnification_;
};

}  // namespace

bool runs_along_axes(const Path& path) noexcept {
    const auto turned =
        std::adjacent_find(path.points.begin(), path.points.end(), [](const Point& one, const Point& other) {
            constexpr double rounding = 1e-9;
            return std::abs(one.x - other.x) > rounding && std::abs(one.y - other.y) > rounding;
        });
    return turned == path.points.end();
}

double Drawing::put_lines(Point corner, const std::vector<std::string>& words, Text style) {
    for (const std::string& line : words) {
        style.at = {corner.x, corner.y + cap_height(style.size)};
        style.words = line;
        text(style);
        corner.y += line_height(style.size);
    }
    return corner.y;
}

void Drawing::put(Drawing other, Point corner, double magnification) {
    for (Shape& shape : other.shapes) std::visit(Placing(corner, magnification), shape);
    std::move(other.shapes.begin(), other.shapes.end(), std::back_inserter(shapes));
}

}  // namespace fabricmap::picture
