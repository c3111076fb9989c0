// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/fabric.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::diagnosis::testing {

/// A machine whose delays are known, with its hosts in a random order.
struct Machine {
    Fabric fabric;
    std::vector<int> places;  ///< where in the fabric each host is
    Eigen::MatrixXd delays;   ///< both directions apart; NaN on the diagonal

    [[nodiscard]] int hosts() const { return static_cast<int>(places.size()); }
    /// Hosts that share a switch of so many places, as groups in the order of their first hosts.
    [[nodiscard]] std::vector<std::vector<int>> groups_of(int places_of_a_group) const;
    /// "node00" by the number of the host.
    [[nodiscard]] std::vector<std::string> names() const;
};

/// Hosts and switches below each switch, from the leaves up, and all hosts.
[[nodiscard]] Fabric fat_tree(std::vector<int> children, int hosts);
[[nodiscard]] Fabric torus(std::vector<int> size);
[[nodiscard]] Fabric dragonfly(int groups, int chassis, int routers, int hosts);
[[nodiscard]] Fabric one_switch(int hosts);

/// 1 µs, 0.1 µs a cable and 0.5 µs a cable between groups, with normal noise of that relative deviation.
[[nodiscard]] Machine machine_of(const Fabric& fabric, double noise, std::uint64_t seed);
/// The same of the places that are named.
[[nodiscard]] Machine machine_of(const Fabric& fabric, std::vector<int> places, double noise,
                                 std::uint64_t seed);

}  // namespace fabricmap::diagnosis::testing
