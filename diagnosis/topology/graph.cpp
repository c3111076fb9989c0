// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/graph.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace fabricmap::diagnosis {

bool are_adjacent(const Graph& graph, int vertex, int other) {
    const auto& neighbours = graph[static_cast<std::size_t>(vertex)];
    return std::binary_search(neighbours.begin(), neighbours.end(), other);
}

int common_neighbours(const Graph& graph, int vertex, int other) {
    const auto& neighbours = graph[static_cast<std::size_t>(vertex)];
    return static_cast<int>(std::count_if(neighbours.begin(), neighbours.end(), [&](int neighbour) {
        return are_adjacent(graph, other, neighbour);
    }));
}

std::vector<int> hops_from(const Graph& graph, int vertex) {
    std::vector<int> hops(graph.size(), -1);
    std::vector<int> reached{vertex};
    hops[static_cast<std::size_t>(vertex)] = 0;
    for (std::size_t next = 0; next < reached.size(); ++next) {
        const int from = reached[next];
        for (const int to : graph[static_cast<std::size_t>(from)]) {
            if (hops[static_cast<std::size_t>(to)] >= 0) continue;
            hops[static_cast<std::size_t>(to)] = hops[static_cast<std::size_t>(from)] + 1;
            reached.push_back(to);
        }
    }
    return hops;
}

}  // namespace fabricmap::diagnosis
