// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

#include <optional>
#include <vector>

namespace fabricmap::picture {

/// Looks for places of numbers on a matrix, so that none covers another, nor a ring, whose inside is what it
/// is about. Numbers and rings are circles of one radius.
class BadgePlaces {
  public:
    BadgePlaces(const Box& matrix, double radius) : matrix_(matrix), radius_(radius) {}

    /// A ring that is drawn there.
    void keep_free(Point ring) { taken_.push_back(ring); }
    /// The middle of a number that stands on an outline, along its upper or left edge, or as near to it as is
    /// free. Nothing where others have all of it: an outline without its number is better than a wrong one.
    std::optional<Point> place_on(const Box& outline);
    std::optional<Point> place_beside(Point ring);

  private:
    std::optional<Point> first_free(const std::vector<Point>& wanted);

    Box matrix_;
    double radius_;
    std::vector<Point> taken_;
};

}  // namespace fabricmap::picture
