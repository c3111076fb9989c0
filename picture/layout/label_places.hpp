// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace fabricmap::picture
