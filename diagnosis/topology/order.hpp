// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/topology/linkage.hpp"

#include <Eigen/Core>

#include <vector>

namespace fabricmap::diagnosis {

/// Hosts in an order that keeps clusters together and puts near hosts side by side: of all such orders one
/// with the least sum of distances between neighbours, in O(N³) (Bar-Joseph, Gifford and Jaakkola,
/// Bioinformatics 17, 2001). Above some hundred hosts each cluster is turned as it fits best to what it
/// is joined with, in O(N²). Distances that are NaN count as the largest.
[[nodiscard]] std::vector<int> order_for_display(const Dendrogram& dendrogram, const DendrogramLayout& layout,
                                                 Eigen::MatrixXf distances);

}  // namespace fabricmap::diagnosis
