// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/graph.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace fabricmap::diagnosis {

bool are_adjacent(const Graph& graph, int vertex, int other) {
    const auto& neighbours = graph[vertex];
    return std::binary_search(neighbours.begin(), neighbours.end(), other);
}

int common_neighbours(const Graph& graph, int vertex, int other) {
    const auto& neighbours = graph[vertex];
    return static_cast<int>(std::count_if(neighbours.begin(), neighbours.end(), [&](int neighbour) {
        return are_adjacent(graph, other, neighbour);
    }));
}

List<int> hops_from(const Graph& graph, int vertex) {
    List<int> hops(graph.size(), -1);
    std::vector<int> reached{vertex};
    hops[vertex] = 0;
    for (std::size_t next = 0; next < reached.size(); ++next) {
        const int from = reached[next];
        for (const int to : graph[from]) {
            if (hops[to] >= 0) continue;
            hops[to] = hops[from] + 1;
            reached.push_back(to);
        }
    }
    return hops;
}

}  // namespace fabricmap::diagnosis
