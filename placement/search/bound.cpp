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
std::vector<std::vector<double>> min_costs(const Problem& problem, int host, std::size_t count) {
    std::vector<std::vector<double>> lists;
    for (std::size_t channel = 0; channel < problem.channels; ++channel) {
        std::vector<std::pair<double, int>> by_host;
        for (int to = 0; to < problem.hosts; ++to) {
            const int slots = problem.capacity[static_cast<std::size_t>(to)] - (to == host ? 1 : 0);
            by_host.emplace_back(problem.row(host)[static_cast<std::size_t>(to) * problem.channels + channel],
                                 slots);
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
std::vector<std::vector<double>> sorted_weights(const Problem& problem, int rank) {
    const auto r = static_cast<std::size_t>(rank);
    std::vector<std::vector<double>> lists(problem.channels);
    for (std::size_t link = problem.first[r]; link < problem.first[r + 1]; ++link) {
        for (std::size_t channel = 0; channel < problem.channels; ++channel)
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
    std::vector<std::vector<std::vector<double>>> weights;
    for (int rank = 0; rank < problem.ranks; ++rank) {
        largest = std::max(largest, problem.degree(rank));
        weights.push_back(sorted_weights(problem, rank));
    }
    for (int host = 0; host < problem.hosts; ++host) {
        const auto least = min_costs(problem, host, largest);
        for (int rank = 0; rank < problem.ranks; ++rank) {
            double sum = 0;
            for (std::size_t channel = 0; channel < problem.channels; ++channel) {
                const std::vector<double>& list = weights[static_cast<std::size_t>(rank)][channel];
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
    const auto rows = static_cast<std::size_t>(costs.rows());
    const auto columns = static_cast<std::size_t>(costs.cols());
    constexpr double infinite = std::numeric_limits<double>::infinity();
    std::vector<double> row_potential(rows + 1);
    std::vector<double> column_potential(columns + 1);
    std::vector<std::size_t> row_of(columns + 1, 0);
    std::vector<std::size_t> way(columns + 1, 0);
    for (std::size_t row = 1; row <= rows; ++row) {
        row_of[0] = row;
        std::size_t column = 0;
        std::vector<double> least(columns + 1, infinite);
        std::vector<bool> is_used(columns + 1, false);
        do {
            is_used[column] = true;
            const std::size_t here = row_of[column];
            double step = infinite;
            std::size_t next = 0;
            for (std::size_t to = 1; to <= columns; ++to) {
                if (is_used[to]) continue;
                const double reduced =
                    costs(static_cast<Eigen::Index>(here - 1), static_cast<Eigen::Index>(to - 1)) -
                    row_potential[here] - column_potential[to];
                if (reduced < least[to]) {
                    least[to] = reduced;
                    way[to] = column;
                }
                if (least[to] < step) {
                    step = least[to];
                    next = to;
                }
            }
            for (std::size_t to = 0; to <= columns; ++to) {
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
    for (std::size_t column = 1; column <= columns; ++column) {
        if (row_of[column] != 0) {
            sum +=
                costs(static_cast<Eigen::Index>(row_of[column] - 1), static_cast<Eigen::Index>(column - 1));
        }
    }
    return sum;
}

/// Ranks × slots.
Costs min_costs_at_slots(const Problem& problem) {
    std::vector<int> first_slot{0};
    for (const int slots : problem.capacity) first_slot.push_back(first_slot.back() + slots);
    Costs costs(problem.ranks, problem.items);
    for_each_min_cost(problem, [&](int host, int rank, double cost) {
        const auto place = static_cast<std::size_t>(host);
        costs.row(rank).segment(first_slot[place], problem.capacity[place]) = cost;
    });
    return costs;
}

/// Any rank anywhere: memory for the ranks alone.
double sum_of_least(const Problem& problem) {
    Eigen::ArrayXd least = Eigen::ArrayXd::Constant(problem.ranks, std::numeric_limits<double>::infinity());
    for_each_min_cost(
        problem, [&](int /*host*/, int rank, double cost) { least(rank) = std::min(least(rank), cost); });
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
