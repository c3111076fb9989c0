// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// For each vertex its neighbours, ascending.
using Graph = List<std::vector<int>>;

[[nodiscard]] bool are_adjacent(const Graph& graph, int vertex, int other);

/// How many vertices are neighbours of both.
[[nodiscard]] int common_neighbours(const Graph& graph, int vertex, int other);

/// Hops to each vertex; -1 where there is no path.
[[nodiscard]] List<int> hops_from(const Graph& graph, int vertex);

}  // namespace fabricmap::diagnosis
