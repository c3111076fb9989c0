// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/grid.hpp"
#include "diagnosis/topology/likely_graphs.hpp"
#include "diagnosis/topology/views.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

constexpr int min_grid_hosts = 6;  // a ring of five and less is hardly distinguishable from noise
constexpr int max_grid_hosts = 8192;
constexpr Eigen::Index max_hosts_for_full_search = 512;
constexpr double correlation_beyond_doubt = 0.95;
constexpr float weight_of_delay = 0.5F;

/// The delay of neighbours, in hops beyond the first, beside how differently they see the others.
Eigen::MatrixXf with_delays(Eigen::MatrixXf differences, const FilledDelays& delays) {
    const Eigen::Index hosts = delays.hosts();
    std::vector<float> nearest;
    for (Eigen::Index i = 0; i < hosts; ++i) {
        float smallest = std::numeric_limits<float>::infinity();
        for (Eigen::Index j = 0; j < hosts; ++j) {
            if (i != j) smallest = std::min(smallest, differences(j, i));
        }
        nearest.push_back(smallest);
    }
    // Neighbours differ by one hop from everywhere.
    const float hop_squared =
        std::max(static_cast<float>(upper_median_of(nearest, 0)), std::numeric_limits<float>::min());
    const float weight = weight_of_delay / std::sqrt(hop_squared);
    for (Eigen::Index i = 0; i < hosts; ++i) {
        for (Eigen::Index j = 0; j < hosts; ++j)
            differences(j, i) = differences(j, i) / hop_squared + delays(j, i) * weight;
    }
    return differences;
}

double correlation_of_hops(const Grid& grid, const Eigen::MatrixXf& delays) {
    double count = 0;
    Eigen::Vector2d mean = Eigen::Vector2d::Zero();
    Eigen::Matrix2d products = Eigen::Matrix2d::Zero();
    const double scale = 1 / static_cast<double>(delays(1, 0) > 0 ? delays(1, 0) : 1.0F);
    for (Eigen::Index i = 0; i < delays.cols(); ++i) {
        for (Eigen::Index j = 0; j < i; ++j) {
            if (std::isnan(delays(j, i))) continue;
            const int hops =
                hops_between(grid.dimensions, grid.ends_joined, grid.coordinates[i], grid.coordinates[j]);
            const Eigen::Vector2d pair(hops, scale * static_cast<double>(delays(j, i)));
            mean += pair;
            products += pair * pair.transpose();
            ++count;
        }
    }
    mean /= count;
    products = products / count - mean * mean.transpose();
    return products(0, 1) / std::sqrt(products(0, 0) * products(1, 1));
}

}  // namespace

std::optional<Grid> find_grid(const Eigen::MatrixXf& delays) {
    const auto hosts = static_cast<int>(delays.cols());
    if (hosts < min_grid_hosts || hosts > max_grid_hosts) return std::nullopt;
    std::optional<Grid> best;
    const auto try_distances = [&](const Eigen::MatrixXf& distances) {
        for (const Graph& graph : likely_graphs(distances)) {
            auto grid = grid_of(graph);
            if (!grid) continue;
            grid->hop_correlation = correlation_of_hops(*grid, delays);
            if (!best || grid->hop_correlation > best->hop_correlation) best = std::move(grid);
        }
        return best && best->hop_correlation >= correlation_beyond_doubt;
    };
    const FilledDelays filled(delays);
    const auto try_views = [&](const Eigen::MatrixXf& seen) {
        // One matrix at a time: of very many hosts they are large.
        if (try_distances(with_delays(differences_of(seen), filled))) return true;
        return try_distances(differences_of(seen));
    };
    if (try_views(views(filled)) || hosts > max_hosts_for_full_search) return best;
    const Eigen::MatrixXf all = filled.matrix();
    if (!try_views(views_without_noise(all))) try_distances(all);
    return best;
}

}  // namespace fabricmap::diagnosis
