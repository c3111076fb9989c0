// SPDX-License-Identifier: Apache-2.0
#include "picture/shapes/drawing.hpp"

#include <algorithm>
#include <iterator>

namespace fabricmap::picture {
namespace {

class Moving {
  public:
    explicit Moving(Point by) : by_(by) {}

    void operator()(Path& path) const {
        for (Point& point : path.points) move(point);
    }
    void operator()(Circle& circle) const { move(circle.centre); }
    void operator()(Text& text) const { move(text.at); }
    void operator()(Cells& cells) const {
        cells.box.x += by_.x;
        cells.box.y += by_.y;
    }

  private:
    void move(Point& point) const { point = {point.x + by_.x, point.y + by_.y}; }

    Point by_;
};

}  // namespace

void Drawing::put(Drawing other, Point corner) {
    for (Shape& shape : other.shapes) std::visit(Moving(corner), shape);
    std::move(other.shapes.begin(), other.shapes.end(), std::back_inserter(shapes));
}

}  // namespace fabricmap::picture
