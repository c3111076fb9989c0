// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/leaf_matrix.hpp"
#include "diagnosis/model/phrases.hpp"
#include "diagnosis/model/verdict.hpp"

#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// Why streams between leaves show nothing of uplinks, and what would; empty for points of other runs.
[[nodiscard]] std::string leaf_point_text(const LeafMatrix& matrix, OpenPoint point,
                                          const Language& in = english);

/// "Leaf to leaf: 51.2 GB/s, 3.2 GB/s a host one way; 16 flows a host at once, messages of 1M. Effective
/// bisection: 3.1 GB/s (3 to 3.2) a host, 198 GB/s in all."
[[nodiscard]] std::string leaf_speed_text(const LeafMatrix& matrix);

/// What a leaf sends to others and receives from them, in the median.
struct LeafRow {
    std::string leaf;
    double sends = 0;  ///< bytes a second
    double receives = 0;
};
/// Of all leaves, those that carry least first.
[[nodiscard]] std::vector<LeafRow> leaf_rows(const LeafMatrix& matrix);

}  // namespace fabricmap::diagnosis
