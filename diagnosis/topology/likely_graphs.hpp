// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/topology/graph.hpp"

#include <Eigen/Core>

#include <vector>

namespace fabricmap::diagnosis {

/// The graphs of the nearest hosts that may be those of a torus or mesh: for each number of cables that such
/// a grid of so many hosts may have, the nearest pairs, no host with more than it may have. `distances` is
/// symmetric, without gaps. Those that cannot be a grid by their degrees, or are in parts, are left out.
[[nodiscard]] std::vector<Graph> likely_graphs(const Eigen::MatrixXf& distances);

}  // namespace fabricmap::diagnosis
