// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace fabricmap::diagnosis {

/// The network topology, as far as delays show.
enum class Shape : std::uint8_t {
    single,     ///< no levels: all hosts are equally near, or there are fewer than three
    hierarchy,  ///< leaves, pods, ...: a fat tree
    grid,       ///< a torus or mesh
    groups,     ///< near and far hosts, but neither of the above; links cannot be inferred
};

[[nodiscard]] std::string_view name_of(Shape shape) noexcept;

/// Hosts that are nearer to each other than to the rest.
struct TopologyLevel {
    double delay_s = 0;  ///< median delay between two hosts of one group that share no smaller one
    std::vector<std::vector<int>>
        groups;  ///< a partition of all hosts; each ascending, in the order of their first
};

struct Topology {
    Shape shape = Shape::single;
    /// Between delays and the heights of average linkage; NaN below three hosts.
    double cophenetic_correlation = std::numeric_limits<double>::quiet_NaN();
    /// From the leaves up, without the level that holds all hosts. Empty unless hierarchy or groups, and
    /// where near and far hosts are in no groups that are clearly apart.
    std::vector<TopologyLevel> levels;
    std::vector<int> dimensions;                ///< of a grid, descending; else empty
    std::vector<std::vector<int>> coordinates;  ///< of a grid, for each host; empty where they are unknown
    bool ends_joined = true;                    ///< of a grid: a torus; false for a mesh
    double hop_correlation = std::numeric_limits<double>::quiet_NaN();  ///< of a grid: delays and hops
    /// Hosts in an order for display: near ones side by side (optimal leaf order).
    std::vector<int> order;
};

/// What the delays show. `delays` is hosts × hosts in seconds; of the two directions the smaller counts; NaN
/// where a pair was not measured; the diagonal is not looked at.
[[nodiscard]] Topology find_topology(Eigen::MatrixXf delays);

/// Hops between hosts of a grid, hosts × hosts; -1 where a host's place is not known. Empty for other shapes.
[[nodiscard]] Eigen::MatrixXi hops_of(const Topology& topology);

}  // namespace fabricmap::diagnosis
