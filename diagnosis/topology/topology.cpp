// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/topology.hpp"

#include "diagnosis/topology/grid.hpp"
#include "diagnosis/topology/hierarchy.hpp"
#include "diagnosis/topology/linkage.hpp"
#include "diagnosis/topology/measured_hosts.hpp"
#include "diagnosis/topology/order.hpp"
#include "diagnosis/topology/residual_structure.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_topology_hosts = 3;

// Fat trees have more without noise and with a little; tori have 0.8 at the most, and 0.6 above a dozen
// hosts.
constexpr double cophenetic_of_trees = 0.88;
constexpr double min_cophenetic_of_trees = 0.65;  // much noise
// Near pairs of a large machine are few, and noise hides them from the correlation; but no torus of that size
// has steps between levels.
constexpr std::size_t large_tree_hosts = 512;
constexpr double cophenetic_of_large_trees = 0.35;
// Logarithms of delays: dragonflies have 0.015 and more.
constexpr double structure_of_trees = 0.01;

// Noise takes from the correlation; a grid in which each host has its place of its own is no accident,
// unless it is a ring, which can be laid through anything.
constexpr double hop_correlation_of_grids = 0.95;
constexpr double hop_correlation_with_noise = 0.85;
constexpr std::size_t hosts_beyond_chance = 12;

bool is_credible(const Grid& grid) {
    if (grid.hop_correlation >= hop_correlation_of_grids) return true;
    return grid.dimensions.size() > 1 && grid.coordinates.size() >= hosts_beyond_chance &&
           grid.hop_correlation >= hop_correlation_with_noise;
}

/// All that the tree of clusters shows.
struct Clusters {
    Dendrogram dendrogram;
    DendrogramLayout layout;
    double cophenetic = 0;
    double noise = 0;
    std::vector<TopologyLevel> levels;
    bool levels_explain_all = false;  ///< what is left is noise
};

Clusters clusters_of(const MeasuredHosts& measured) {
    Clusters clusters;
    // It is used up, and made again: of many hosts two of them take too much memory.
    clusters.dendrogram = average_linkage(measured.logarithms());
    const Eigen::MatrixXf logarithms = measured.logarithms();
    clusters.layout = layout_of(clusters.dendrogram);
    clusters.cophenetic = cophenetic_correlation(logarithms, clusters.dendrogram, clusters.layout);
    clusters.noise = noise_about_heights(logarithms, clusters.dendrogram, clusters.layout);
    const auto ends = level_ends(clusters.dendrogram, clusters.layout, clusters.noise);
    clusters.levels = levels_of(clusters.dendrogram, ends, measured.delays);
    settle_hosts(clusters.levels, measured.delays);
    // Few hosts show the structure less exactly.
    const double limit = structure_of_trees + 2 * clusters.noise / static_cast<double>(measured.hosts.size());
    clusters.levels_explain_all =
        !clusters.levels.empty() && structure_within_levels(clusters.levels, logarithms) <= limit;
    return clusters;
}

/// From numbers among the measured hosts to those of all; hosts of which nothing is known are groups of
/// their own.
std::vector<TopologyLevel> levels_among_all(std::vector<TopologyLevel> levels, const List<int>& measured,
                                            int all) {
    for (TopologyLevel& level : levels) {
        for (auto& group : level.groups) {
            for (int& host : group) host = measured[host];
        }
        for (int host = 0; host < all; ++host) {
            if (!std::binary_search(measured.begin(), measured.end(), host)) level.groups.push_back({host});
        }
        std::sort(level.groups.begin(), level.groups.end());
    }
    return levels;
}

void put_grid(Topology& topology, const Grid& grid, const List<int>& measured, int all) {
    topology.shape = Shape::grid;
    topology.dimensions = grid.dimensions;
    topology.ends_joined = grid.ends_joined;
    topology.hop_correlation = grid.hop_correlation;
    List<std::vector<int>> coordinates(static_cast<std::size_t>(all));
    for (const std::ptrdiff_t i : measured.indices()) coordinates[measured[i]] = grid.coordinates[i];
    topology.coordinates = std::move(coordinates);
}

std::vector<int> order_among_all(const std::vector<int>& order, const List<int>& measured, int all) {
    std::vector<int> wider;
    wider.reserve(static_cast<std::size_t>(all));
    for (const int host : order) wider.push_back(measured[host]);
    for (int host = 0; host < all; ++host) {
        if (!std::binary_search(measured.begin(), measured.end(), host)) wider.push_back(host);
    }
    return wider;
}

void find_shape(Topology& topology, Clusters& clusters, MeasuredHosts& measured, int all) {
    const auto be = [&](Shape shape) {
        topology.shape = shape;
        topology.levels = levels_among_all(std::move(clusters.levels), measured.hosts, all);
    };
    const double limit =
        measured.hosts.size() > large_tree_hosts ? cophenetic_of_large_trees : cophenetic_of_trees;
    if (clusters.levels_explain_all && clusters.cophenetic >= limit) return be(Shape::hierarchy);
    measured.trim();
    const std::optional<Grid> grid = find_grid(measured.delays);
    if (grid && is_credible(*grid)) return put_grid(topology, *grid, measured.hosts, all);
    if (clusters.levels_explain_all && clusters.cophenetic >= min_cophenetic_of_trees) {
        return be(Shape::hierarchy);
    }
    if (!clusters.levels.empty() || near_hosts_are_alike(measured.logarithms())) be(Shape::groups);
}

}  // namespace

std::string_view name_of(Shape shape) noexcept {
    constexpr std::array<std::string_view, 4> names{"single", "hierarchy", "grid", "groups"};
    return names[static_cast<std::size_t>(shape)];
}

Topology find_topology(Eigen::MatrixXf delays) {
    const auto all = static_cast<int>(delays.rows());
    MeasuredHosts measured = measured_hosts_of(std::move(delays));
    Topology topology;
    if (measured.hosts.size() < min_topology_hosts) {
        topology.order.resize(static_cast<std::size_t>(all));
        std::iota(topology.order.begin(), topology.order.end(), 0);
        return topology;
    }
    Clusters clusters = clusters_of(measured);
    topology.cophenetic_correlation = clusters.cophenetic;
    topology.order = order_among_all(
        order_for_display(clusters.dendrogram, clusters.layout, measured.trimmed()), measured.hosts, all);
    find_shape(topology, clusters, measured, all);
    return topology;
}

Eigen::MatrixXi hops_of(const Topology& topology) {
    if (topology.shape != Shape::grid) return {};
    const auto hosts = std::ssize(topology.coordinates);
    Eigen::MatrixXi hops = Eigen::MatrixXi::Constant(hosts, hosts, -1);
    for (Eigen::Index i = 0; i < hosts; ++i) {
        const auto& from = topology.coordinates.at(static_cast<std::size_t>(i));
        for (Eigen::Index j = 0; j < hosts; ++j) {
            const auto& to = topology.coordinates.at(static_cast<std::size_t>(j));
            if (from.empty() || to.empty()) continue;
            hops(i, j) = hops_between(topology.dimensions, topology.ends_joined, from, to);
        }
    }
    return hops;
}

}  // namespace fabricmap::diagnosis
