// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/grid.hpp"
#include "placement/starts/start.hpp"

#include <algorithm>
#include <numeric>

namespace fabricmap::placement {
namespace {

/// Larger graphs would take longer to know as a grid than to search.
constexpr int max_ranks_of_graph = 2048;

PerRank<std::vector<int>> coordinates_in(const std::vector<int>& dimensions, int ranks) {
    PerRank<std::vector<int>> coordinates;
    for (int rank = 0; rank < ranks; ++rank) {
        std::vector<int> at(dimensions.size());
        int rest = rank;
        for (std::size_t axis = dimensions.size(); axis-- > 0; rest /= dimensions[axis])
            at[axis] = rest % dimensions[axis];
        coordinates.push_back(std::move(at));
    }
    return coordinates;
}

/// Partners by whose bytes a rank is a point of a grid: those with a good part of the most that any has.
diagnosis::Graph heavy_graph(const Pattern& pattern) {
    constexpr double good_part = 0.25;
    const auto bytes_of = [](const Flow& flow) { return flow.messages * (flow.length_bytes + 1); };
    double most = 0;
    for (const Flow& flow : pattern.flows) most = std::max(most, bytes_of(flow));
    diagnosis::Graph graph(pattern.ranks);
    for (const Flow& flow : pattern.flows) {
        if (bytes_of(flow) < good_part * most) continue;
        graph[flow.sender].push_back(flow.receiver);
        graph[flow.receiver].push_back(flow.sender);
    }
    for (std::vector<int>& partners : graph) {
        std::sort(partners.begin(), partners.end());
        partners.erase(std::unique(partners.begin(), partners.end()), partners.end());
    }
    return graph;
}

}  // namespace

std::optional<RankGrid> rank_grid_of(const Pattern& pattern) {
    if (!pattern.grid.empty()) return RankGrid{pattern.grid, coordinates_in(pattern.grid, pattern.ranks)};
    if (pattern.ranks > max_ranks_of_graph) return std::nullopt;
    constexpr std::size_t max_partners = 12;
    const diagnosis::Graph graph = heavy_graph(pattern);
    const bool may_be_grid = std::all_of(graph.begin(), graph.end(), [](const std::vector<int>& partners) {
        return !partners.empty() && partners.size() <= max_partners;
    });
    if (!may_be_grid) return std::nullopt;
    auto grid = diagnosis::grid_of(graph);
    if (!grid || grid->coordinates.empty()) return std::nullopt;
    return RankGrid{grid->dimensions, PerRank<std::vector<int>>(std::move(grid->coordinates))};
}

std::vector<std::vector<int>> factorisations(int number, std::size_t factors) {
    if (factors == 1) return {{number}};
    std::vector<std::vector<int>> all;
    for (int first = 1; first <= number; ++first) {
        if (number % first != 0) continue;
        for (const std::vector<int>& rest : factorisations(number / first, factors - 1)) {
            std::vector<int> one{first};
            one.insert(one.end(), rest.begin(), rest.end());
            all.push_back(std::move(one));
        }
    }
    return all;
}

}  // namespace fabricmap::placement
