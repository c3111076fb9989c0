// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes/drawing.hpp"

#include <optional>
#include <vector>

namespace fabricmap::picture {

/// Moves labels apart that stand below each other: each at least `distance` from the next, none outside the
/// range where they all fit into it, in their order, as near to where they belong as that allows.
[[nodiscard]] std::vector<double> spread_labels(const std::vector<double>& wanted, double lowest,
                                                double highest, double distance);

/// A label that hangs from a point of a line by a thread and reaches from there to the right.
struct HangingLabel {
    double x = 0;
    double width = 0;
};

/// How many lines below the first each label hangs, so that no two overlap and no thread runs through another
/// label's words.
[[nodiscard]] std::vector<int> hang_labels(const std::vector<HangingLabel>& labels);

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
