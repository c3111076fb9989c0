// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"
#include "diagnosis/topology/graph.hpp"

#include <Eigen/Core>

#include <optional>
#include <vector>

namespace fabricmap::diagnosis {

/// A torus or mesh with a host at each crossing.
struct Grid {
    std::vector<int> dimensions;         ///< descending
    List<std::vector<int>> coordinates;  ///< for each host
    bool ends_joined = true;             ///< a torus; false for a mesh
    double hop_correlation = 0;          ///< of delays and hops
};

/// The grid whose cables are the graph's edges, and no others; nothing where there is none such. Two
/// dimensions of 2 in a torus are given as the ring of 4 that they are.
[[nodiscard]] std::optional<Grid> grid_of(const Graph& graph);

/// The grid whose hops go best with the delays (NaN where a pair was not measured); nothing where there is
/// none.
[[nodiscard]] std::optional<Grid> find_grid(const Eigen::MatrixXf& delays);

/// Hops from one host to another, the shorter path in each dimension.
[[nodiscard]] int hops_between(const std::vector<int>& dimensions, bool ends_joined,
                               const std::vector<int>& from, const std::vector<int>& to);

}  // namespace fabricmap::diagnosis
