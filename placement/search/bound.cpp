// SPDX-License-Identifier: Apache-2.0
#include "placement/search/bound.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <limits>
#include <vector>

namespace fabricmap::placement {
namespace {

constexpr int max_assigned = 512;

using Costs = Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The least costs from a host to other slots, as many as a rank may have partners: one list a channel.
List<std::vector<double>> min_costs(const Problem& problem, PlaceIndex host, std::size_t count) {
    List<std::vector<double>> lists;
    for (std::ptrdiff_t channel = 0; channel < problem.channels; ++channel) {
        std::vector<std::pair<double, int>> by_host;
        for (const PlaceIndex to : problem.all_hosts()) {
            const int slots = problem.capacity[to] - (to == host ? 1 : 0);
            by_host.emplace_back(problem.row(host)[to * problem.channels + channel], slots);
        }
        std::sort(by_host.begin(), by_host.end());
        std::vector<double> list;
        for (const auto& [cost, slots] : by_host) {
            for (int slot = 0; slot < slots && list.size() < count; ++slot) list.push_back(cost);
        }
        lists.push_back(std::move(list));
    }
    return lists;
}

/// The weights of each rank, descending: one list a channel.
List<std::vector<double>> sorted_weights(const Problem& problem, RankIndex rank) {
    List<std::vector<double>> lists(problem.channels);
    for (const std::ptrdiff_t link : problem.links_of(rank)) {
        for (std::ptrdiff_t channel = 0; channel < problem.channels; ++channel)
            lists[channel].push_back(problem.weights[link * problem.channels + channel]);
    }
    for (std::vector<double>& list : lists) std::sort(list.rbegin(), list.rend());
    return lists;
}

/// Acts with host, rank and half of what the rank's messages cost there at least; the other half is its
/// partners'.
template <typename Act>
void for_each_min_cost(const Problem& problem, const Act& act) {
    std::size_t largest = 0;
    PerRank<List<std::vector<double>>> weights;
    for (const RankIndex rank : problem.all_ranks()) {
        weights.push_back(sorted_weights(problem, rank));
        largest = std::max(largest, weights.back().front().size());
    }
    for (const PlaceIndex host : problem.all_hosts()) {
        const auto least = min_costs(problem, host, largest);
        for (const RankIndex rank : problem.all_ranks()) {
            double sum = 0;
            for (std::ptrdiff_t channel = 0; channel < problem.channels; ++channel) {
                const std::vector<double>& list = weights[rank][channel];
                for (std::size_t place = 0; place < list.size(); ++place)
                    sum += list[place] * least[channel][place];
            }
            act(host, rank, sum / 2);
        }
    }
}

/// The least sum of one cost a row, no column twice (the Hungarian method with potentials: Jonker and
/// Volgenant, Computing 38, 1987). Rows are no more than columns.
double assignment(const Costs& costs) {
    const Eigen::Index rows = costs.rows();
    const Eigen::Index columns = costs.cols();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    List<double> row_potential(rows + 1);
    List<double> column_potential(columns + 1);
    List<Eigen::Index> row_of(columns + 1, 0);
    List<Eigen::Index> way(columns + 1, 0);
    for (Eigen::Index row = 1; row <= rows; ++row) {
        row_of[0] = row;
        Eigen::Index column = 0;
        List<double> least(columns + 1, infinite);
        List<bool> is_used(columns + 1, false);
        do {
            is_used[column] = true;
            const Eigen::Index here = row_of[column];
            double step = infinite;
            Eigen::Index next = 0;
            for (Eigen::Index to = 1; to <= columns; ++to) {
                if (is_used[to]) continue;
                const double reduced = costs(here - 1, to - 1) - row_potential[here] - column_potential[to];
                if (reduced < least[to]) {
                    least[to] = reduced;
                    way[to] = column;
                }
                if (least[to] < step) {
                    step = least[to];
                    next = to;
                }
            }
            for (Eigen::Index to = 0; to <= columns; ++to) {
                if (is_used[to]) {
                    row_potential[row_of[to]] += step;
                    column_potential[to] -= step;
                } else {
                    least[to] -= step;
                }
            }
            column = next;
        } while (row_of[column] != 0);
        for (; column != 0; column = way[column]) row_of[column] = row_of[way[column]];
    }
    double sum = 0;
    for (Eigen::Index column = 1; column <= columns; ++column) {
        if (row_of[column] != 0) sum += costs(row_of[column] - 1, column - 1);
    }
    return sum;
}

/// Ranks × slots.
Costs min_costs_at_slots(const Problem& problem) {
    PerPlace<int> first_slot{0};
    for (const int slots : problem.capacity) first_slot.push_back(first_slot.back() + slots);
    Costs costs(problem.ranks, problem.items);
    for_each_min_cost(problem, [&](PlaceIndex host, RankIndex rank, double cost) {
        costs.row(rank).segment(first_slot[host], problem.capacity[host]) = cost;
    });
    return costs;
}

/// Any rank anywhere: memory for the ranks alone.
double sum_of_least(const Problem& problem) {
    Eigen::ArrayXd least = Eigen::ArrayXd::Constant(problem.ranks, std::numeric_limits<double>::infinity());
    for_each_min_cost(problem, [&](PlaceIndex /*host*/, RankIndex rank, double cost) {
        least(rank) = std::min(least(rank), cost);
    });
    return least.sum();
}

}  // namespace

double lower_bound_of(const Problem& problem) {
    // Costs are single numbers; sums of them round.
    constexpr double rounding = 1e-6;
    const bool is_small = problem.ranks <= max_assigned && problem.items <= 2 * max_assigned;
    const double least = is_small ? assignment(min_costs_at_slots(problem)) : sum_of_least(problem);
    return least * (1 - rounding);
}

}  // namespace fabricmap::placement
