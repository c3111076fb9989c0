// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/residual_structure.hpp"

#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace fabricmap::diagnosis {
namespace {

constexpr int residual_sweeps = 3;
constexpr std::size_t max_cells = std::size_t{1} << 20;
// A link or an uplink may be slow without being structure.
constexpr double fraction_of_oddities = 0.04;

/// A host and the hosts of a group that it is not in.
struct Cell {
    std::size_t host = 0;
    std::size_t group = 0;
    std::size_t level = 0;  ///< at which they meet
    double mean = 0;
    double variance = 0;  ///< of the mean, from the spread within the cell
};

using Membership = std::vector<std::size_t>;

std::vector<Membership> memberships_of(const std::vector<TopologyLevel>& levels, std::size_t hosts) {
    std::vector<Membership> memberships(levels.size(), Membership(hosts));
    for (std::size_t l = 0; l < levels.size(); ++l) {
        for (std::size_t g = 0; g < levels[l].groups.size(); ++g) {
            for (const int host : levels[l].groups[g]) memberships[l][static_cast<std::size_t>(host)] = g;
        }
    }
    return memberships;
}

/// All cells of one level's groups, of very many hosts those of an even choice.
std::vector<Cell> cells_of(const std::vector<TopologyLevel>& levels, std::size_t level,
                           const Eigen::MatrixXf& logarithms) {
    const auto hosts = static_cast<std::size_t>(logarithms.cols());
    const auto memberships = memberships_of(levels, hosts);
    const std::size_t stride = 1 + hosts * levels[level].groups.size() / max_cells;
    std::vector<Cell> cells;
    for (std::size_t host = 0; host < hosts; host += stride) {
        for (std::size_t g = 0; g < levels[level].groups.size(); ++g) {
            if (memberships[level][host] == g) continue;
            const auto& group = levels[level].groups[g];
            const auto first = static_cast<std::size_t>(group.front());
            double count = 0;
            double sum = 0;
            double squares = 0;
            for (const int other : group) {
                const auto value = static_cast<double>(logarithms(other, static_cast<Eigen::Index>(host)));
                if (std::isnan(value)) continue;
                ++count;
                sum += value;
                squares += value * value;
            }
            if (count < 2) continue;
            std::size_t meeting = level;
            while (meeting < levels.size() && memberships[meeting][host] != memberships[meeting][first]) {
                ++meeting;
            }
            const double mean = sum / count;
            // The median of a chi-square over its degrees of freedom (Wilson and Hilferty, 1931).
            const double ratio = std::pow(1 - 2 / (9 * (count - 1)), 3);
            const double spread = std::max(0.0, squares - sum * mean) / (count - 1) / ratio;
            cells.push_back({host, g, meeting, mean, spread / count});
        }
    }
    return cells;
}

/// Takes out of the cells' means what is the host's or the group's own; gives the number of effects.
template <typename Key>
std::size_t take_out(std::vector<Cell>& cells, std::size_t keys, std::size_t levels, Key key) {
    std::vector<double> sums(keys * (levels + 1), 0);
    std::vector<double> counts(sums.size(), 0);
    const auto place = [&](const Cell& cell) { return key(cell) * (levels + 1) + cell.level; };
    for (const Cell& cell : cells) {
        sums[place(cell)] += cell.mean;
        ++counts[place(cell)];
    }
    for (Cell& cell : cells) cell.mean -= sums[place(cell)] / counts[place(cell)];
    return static_cast<std::size_t>(
        std::count_if(counts.begin(), counts.end(), [](double count) { return count > 0; }));
}

double structure_of(std::vector<Cell> cells, std::size_t hosts, std::size_t groups, std::size_t levels) {
    std::size_t effects = 0;
    for (int sweep = 0; sweep < residual_sweeps; ++sweep) {
        effects = take_out(cells, hosts, levels, [](const Cell& cell) { return cell.host; });
        effects += take_out(cells, groups, levels, [](const Cell& cell) { return cell.group; });
    }
    if (cells.size() <= effects) return 0;
    std::vector<double> squares;
    std::vector<double> noise;
    for (const Cell& cell : cells) {
        squares.push_back(cell.mean * cell.mean);
        noise.push_back(cell.variance);
    }
    std::sort(squares.begin(), squares.end());
    squares.resize(
        static_cast<std::size_t>(static_cast<double>(squares.size()) * (1 - fraction_of_oddities)));
    double sum = 0;
    for (const double square : squares) sum += square;
    const double free = static_cast<double>(cells.size() - effects) / static_cast<double>(cells.size());
    const double variance = sum / static_cast<double>(squares.size()) / free;
    return std::sqrt(std::max(0.0, variance - upper_median_of(noise, 0)));
}

}  // namespace

double structure_within_levels(const std::vector<TopologyLevel>& levels, const Eigen::MatrixXf& logarithms) {
    double structure = 0;
    for (std::size_t level = 0; level < levels.size(); ++level) {
        const auto hosts = static_cast<std::size_t>(logarithms.cols());
        structure = std::max(structure, structure_of(cells_of(levels, level, logarithms), hosts,
                                                     levels[level].groups.size(), levels.size()));
    }
    return structure;
}

}  // namespace fabricmap::diagnosis
