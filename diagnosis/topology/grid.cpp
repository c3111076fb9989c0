// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/grid.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

using Coordinates = List<std::vector<int>>;

/// Vertices in a row through the origin, which is the first, and whether the last is next to the first.
struct Axis {
    std::vector<int> vertices;
    bool joined = false;
};

/// The vertex that goes on in the same dimension: two steps in different ones can be taken in either order,
/// so that those two vertices have two neighbours in common.
std::optional<int> straight_on(const Graph& graph, int before, int at) {
    std::optional<int> next;
    for (const int vertex : graph[at]) {
        if (vertex == before || are_adjacent(graph, before, vertex)) continue;
        if (common_neighbours(graph, before, vertex) != 1) continue;
        if (next) return std::nullopt;
        next = vertex;
    }
    return next;
}

Axis axis_along(const Graph& graph, int origin, int neighbour) {
    // The neighbours of a ring of three know each other, and no others do.
    for (const int other : graph[origin]) {
        if (are_adjacent(graph, neighbour, other)) return {{origin, neighbour, other}, true};
    }
    Axis axis{{origin, neighbour}, false};
    while (axis.vertices.size() <= graph.size()) {
        const std::size_t length = axis.vertices.size();
        const auto next = straight_on(graph, axis.vertices[length - 2], axis.vertices[length - 1]);
        axis.joined = next == origin;
        if (!next || axis.joined) break;
        axis.vertices.push_back(*next);
    }
    return axis;
}

std::vector<Axis> axes_of(const Graph& graph) {
    const auto smallest = std::min_element(graph.begin(), graph.end(),
                                           [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const auto origin = static_cast<int>(smallest - graph.begin());  // a corner, where there are corners
    std::vector<Axis> axes;
    std::vector<int> seen;
    for (const int neighbour : *smallest) {
        if (std::find(seen.begin(), seen.end(), neighbour) != seen.end()) continue;
        axes.push_back(axis_along(graph, origin, neighbour));
        seen.push_back(neighbour);
        if (axes.back().joined) seen.push_back(axes.back().vertices.back());
    }
    return axes;
}

/// Where a vertex is on an axis: at the vertex of it that it is the nearest to.
Coordinates coordinates_along(const Graph& graph, const std::vector<Axis>& axes) {
    Coordinates coordinates(graph.size(), std::vector<int>(axes.size(), 0));
    for (std::size_t a = 0; a < axes.size(); ++a) {
        List<int> smallest;
        for (std::size_t position = 0; position < axes[a].vertices.size(); ++position) {
            const List<int> hops = hops_from(graph, axes[a].vertices[position]);
            if (position == 0) smallest = hops;
            for (const std::ptrdiff_t v : graph.indices()) {
                if (hops[v] >= smallest[v]) continue;
                smallest[v] = hops[v];
                coordinates[v][a] = static_cast<int>(position);
            }
        }
    }
    return coordinates;
}

/// Every vertex at a crossing of its own, every edge one hop, and as many edges as the grid has: then they
/// are the same graph.
bool is_exact(const Graph& graph, const Grid& grid) {
    std::vector<bool> taken(graph.size(), false);
    std::size_t grid_edges = 0;
    std::size_t edges = 0;
    for (const std::ptrdiff_t v : graph.indices()) {
        std::size_t crossing = 0;
        for (std::size_t a = 0; a < grid.dimensions.size(); ++a) {
            const int size = grid.dimensions[a];
            const int at = grid.coordinates[v][a];
            crossing = crossing * static_cast<std::size_t>(size) + static_cast<std::size_t>(at);
            grid_edges += at + 1 < size || (grid.ends_joined && size > 2) ? 1 : 0;
        }
        if (taken[crossing]) return false;
        taken[crossing] = true;
        for (const int other : graph[v]) {
            if (hops_between(grid.dimensions, grid.ends_joined, grid.coordinates[v],
                             grid.coordinates[other]) != 1)
                return false;
        }
        edges += graph[v].size();
    }
    return edges == 2 * grid_edges;
}

/// 00, 10, 11, 01 go around the square.
void join_dimensions_of_two(Grid& grid) {
    for (;;) {
        const auto last = grid.dimensions.size();
        if (last < 2 || grid.dimensions[last - 1] != 2 || grid.dimensions[last - 2] != 2) return;
        grid.dimensions.pop_back();
        for (auto& place : grid.coordinates) {
            const int second = place.back();
            place.pop_back();
            place.back() = second == 0 ? place.back() : 3 - place.back();
        }
        grid.dimensions.back() = 4;
        const auto smaller =
            std::find_if(grid.dimensions.begin(), grid.dimensions.end(), [](int size) { return size < 4; });
        if (smaller == grid.dimensions.end()) return;
        const auto place_of_smaller = smaller - grid.dimensions.begin();
        std::rotate(smaller, grid.dimensions.end() - 1, grid.dimensions.end());
        for (auto& place : grid.coordinates) {
            std::rotate(place.begin() + place_of_smaller, place.end() - 1, place.end());
        }
    }
}

}  // namespace

std::optional<Grid> grid_of(const Graph& graph) {
    std::vector<Axis> axes = axes_of(graph);
    std::stable_sort(axes.begin(), axes.end(),
                     [](const Axis& a, const Axis& b) { return a.vertices.size() > b.vertices.size(); });
    Grid grid;
    std::size_t crossings = 1;
    for (const Axis& axis : axes) {
        if (axis.vertices.size() > graph.size() / crossings) return std::nullopt;
        crossings *= axis.vertices.size();
        grid.dimensions.push_back(static_cast<int>(axis.vertices.size()));
    }
    if (axes.empty() || crossings != graph.size()) return std::nullopt;
    grid.ends_joined = axes.front().joined || axes.front().vertices.size() == 2;
    for (const Axis& axis : axes) {
        if (axis.vertices.size() > 2 && axis.joined != grid.ends_joined) return std::nullopt;
    }
    grid.coordinates = coordinates_along(graph, axes);
    if (!is_exact(graph, grid)) return std::nullopt;
    if (grid.ends_joined) join_dimensions_of_two(grid);
    return grid;
}

int hops_between(const std::vector<int>& dimensions, bool ends_joined, const std::vector<int>& from,
                 const std::vector<int>& to) {
    int hops = 0;
    for (std::size_t a = 0; a < dimensions.size(); ++a) {
        const int steps = std::abs(from[a] - to[a]);
        hops += ends_joined ? std::min(steps, dimensions[a] - steps) : steps;
    }
    return hops;
}

}  // namespace fabricmap::diagnosis
