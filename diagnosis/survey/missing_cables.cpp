// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/missing_cables.hpp"

#include "diagnosis/topology/graph.hpp"

#include <algorithm>
#include <map>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_missing = 8;
constexpr double min_agreement = 0.8;

Graph neighbours_in(const Levels::Numbers& levels) {
    Graph graph(static_cast<std::size_t>(levels.rows()));
    for (Eigen::Index one = 0; one < levels.rows(); ++one) {
        for (Eigen::Index other = 0; other < levels.cols(); ++other) {
            if (one != other && levels(one, other) == 0 && levels(other, one) == 0) {
                graph[one].push_back(static_cast<int>(other));
            }
        }
    }
    return graph;
}

std::size_t typical_degree(const Graph& graph) {
    std::map<std::size_t, int> counts;
    for (const auto& neighbours : graph) ++counts[neighbours.size()];
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto& one, const auto& other) { return one.second < other.second; })
        ->first;
}

/// Joins the hosts that lack neighbours, the nearest of them first. Whether none is left.
bool join_incomplete_hosts(Graph& graph) {
    const std::size_t degree = typical_degree(graph);
    const auto is_incomplete = [&](int host) { return graph[host].size() < degree; };
    std::vector<int> incomplete;
    for (int host = 0; host < std::ssize(graph); ++host) {
        if (graph[host].size() > degree) return false;
        if (is_incomplete(host)) incomplete.push_back(host);
    }
    if (incomplete.empty() || incomplete.size() > 2 * max_missing) return false;
    for (const int host : incomplete) {
        while (is_incomplete(host)) {
            const List<int> hops = hops_from(graph, host);
            int nearest = -1;
            for (const int other : incomplete) {
                if (other == host || !is_incomplete(other) || are_adjacent(graph, host, other)) continue;
                const bool nearer = nearest < 0 || hops[other] < hops[nearest];
                if (nearer) nearest = other;
            }
            if (nearest < 0) return false;
            graph[host].push_back(nearest);
            graph[nearest].push_back(host);
        }
    }
    return true;
}

}  // namespace

std::optional<Eigen::MatrixXi> hops_with_missing_cables(const Levels::Numbers& levels) {
    Graph graph = neighbours_in(levels);
    if (graph.empty() || !join_incomplete_hosts(graph)) return std::nullopt;
    for (auto& neighbours : graph) std::sort(neighbours.begin(), neighbours.end());
    Eigen::MatrixXi hops(levels.rows(), levels.cols());
    Eigen::Index agreeing = 0;
    for (Eigen::Index host = 0; host < hops.rows(); ++host) {
        const List<int> from_host = hops_from(graph, static_cast<int>(host));
        for (Eigen::Index other = 0; other < hops.cols(); ++other) {
            const int there = from_host[other];
            if (there < 0) return std::nullopt;
            hops(host, other) = there;
            agreeing += host != other && there == levels(host, other) + 1 ? 1 : 0;
        }
    }
    const auto pairs = static_cast<double>(hops.size() - hops.rows());
    if (static_cast<double>(agreeing) < min_agreement * pairs) return std::nullopt;
    return hops;
}

}  // namespace fabricmap::diagnosis
