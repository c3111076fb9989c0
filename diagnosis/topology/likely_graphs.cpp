// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/likely_graphs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_dimensions = 6;
constexpr std::size_t spare_edges = 4;

/// How many vertices have how many neighbours.
using Degrees = std::map<int, std::int64_t>;

/// All ways to write `hosts` as a product of numbers that do not grow.
void factorise(int hosts, int largest, std::vector<int>& factors, std::vector<std::vector<int>>& found) {
    if (hosts == 1) {
        found.push_back(factors);
        return;
    }
    if (factors.size() == max_dimensions) return;
    for (int factor = std::min(hosts, largest); factor >= 2; --factor) {
        if (hosts % factor != 0) continue;
        factors.push_back(factor);
        factorise(hosts / factor, factor, factors, found);
        factors.pop_back();
    }
}

Degrees degrees_of_grid(const std::vector<int>& dimensions, bool ends_joined) {
    Degrees degrees{{0, 1}};
    for (const int size : dimensions) {
        const int ends = ends_joined && size > 2 ? 0 : 2;
        Degrees wider;
        for (const auto& [degree, vertices] : degrees) {
            wider[degree + 1] += vertices * ends;
            wider[degree + 2] += vertices * (size - ends);
        }
        std::erase_if(wider, [](const auto& entry) { return entry.second == 0; });
        degrees = std::move(wider);
    }
    return degrees;
}

std::set<Degrees> degrees_of_grids(int hosts) {
    std::vector<int> factors;
    std::vector<std::vector<int>> found;
    factorise(hosts, hosts, factors, found);
    std::set<Degrees> possible;
    for (const auto& dimensions : found) {
        possible.insert(degrees_of_grid(dimensions, true));
        possible.insert(degrees_of_grid(dimensions, false));
    }
    return possible;
}

struct Pair {
    float distance = 0;
    int vertex = 0;
    int other = 0;
};

bool is_nearer(const Pair& a, const Pair& b) {
    return a.distance < b.distance;
}

/// The nearest pairs first; of each host only as many as a grid could need.
std::vector<Pair> nearest_pairs(const Eigen::MatrixXf& distances) {
    const auto hosts = static_cast<int>(distances.cols());
    const auto needed = std::min(static_cast<std::size_t>(hosts - 1), 2 * max_dimensions + spare_edges);
    std::vector<Pair> pairs;
    std::vector<Pair> of_host;
    for (int i = 0; i < hosts; ++i) {
        of_host.clear();
        for (int j = 0; j < hosts; ++j) {
            if (i != j) of_host.push_back({distances(j, i), std::min(i, j), std::max(i, j)});
        }
        const auto end = of_host.begin() + static_cast<std::ptrdiff_t>(needed);
        std::nth_element(of_host.begin(), end - 1, of_host.end(), is_nearer);
        pairs.insert(pairs.end(), of_host.begin(), end);
    }
    const auto ends_of = [](const Pair& pair) { return std::pair(pair.vertex, pair.other); };
    std::sort(pairs.begin(), pairs.end(),
              [&](const Pair& a, const Pair& b) { return ends_of(a) < ends_of(b); });
    const auto last = std::unique(pairs.begin(), pairs.end(),
                                  [&](const Pair& a, const Pair& b) { return ends_of(a) == ends_of(b); });
    pairs.erase(last, pairs.end());
    std::stable_sort(pairs.begin(), pairs.end(), is_nearer);
    return pairs;
}

/// The nearest pairs, as long as there are cables left and both hosts have a port left.
Graph graph_of(const std::vector<Pair>& pairs, std::size_t hosts, std::int64_t cables, int ports) {
    Graph graph(hosts);
    for (const Pair& pair : pairs) {
        if (cables == 0) break;
        auto& neighbours = graph[pair.vertex];
        auto& others = graph[pair.other];
        if (neighbours.size() == static_cast<std::size_t>(ports)) continue;
        if (others.size() == static_cast<std::size_t>(ports)) continue;
        neighbours.push_back(pair.other);
        others.push_back(pair.vertex);
        --cables;
    }
    for (auto& neighbours : graph) std::sort(neighbours.begin(), neighbours.end());
    return graph;
}

Degrees degrees_of(const Graph& graph) {
    Degrees degrees;
    for (const auto& neighbours : graph) ++degrees[static_cast<int>(neighbours.size())];
    return degrees;
}

bool is_connected(const Graph& graph) {
    const List<int> hops = hops_from(graph, 0);
    return std::find(hops.begin(), hops.end(), -1) == hops.end();
}

}  // namespace

std::vector<Graph> likely_graphs(const Eigen::MatrixXf& distances) {
    const std::vector<Pair> pairs = nearest_pairs(distances);
    const auto hosts = static_cast<std::size_t>(distances.cols());
    std::vector<Graph> graphs;
    for (const Degrees& degrees : degrees_of_grids(static_cast<int>(hosts))) {
        std::int64_t ends = 0;
        for (const auto& [degree, vertices] : degrees) ends += degree * vertices;
        Graph graph = graph_of(pairs, hosts, ends / 2, degrees.rbegin()->first);
        if (degrees_of(graph) == degrees && is_connected(graph)) graphs.push_back(std::move(graph));
    }
    return graphs;
}

}  // namespace fabricmap::diagnosis
