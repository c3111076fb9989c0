// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run.hpp"

#include <cstdint>
#include <optional>

namespace fabricmap::testing {

/// Leaves whose hosts stream to each other over hashed cables: each flow takes a cable up and a cable down at
/// random, and all share what they meet fairly (max-min).
struct HashedLeaves {
    int leaves = 8;
    int hosts = 8;    ///< of a leaf, each of one rank
    int uplinks = 8;  ///< of a leaf, each as wide as a host's port
    int partners = 8;
    int connections = 2;  ///< of a pair, each a flow
    double noise = 0.01;
    std::uint64_t seed = 1;

    std::optional<int> leaf_without_a_cable{};
    std::optional<std::pair<int, int>> path_of_half{};  ///< two leaves between which half is carried
    std::optional<int> slow_sender{};                   ///< a host whose port sends at half its rate
    std::optional<int> held_up_sender{};                ///< one that does now and then: from .2 to all of it

    /// What network_test would write, with 1M messages over ports of 10 GB/s.
    [[nodiscard]] fabricmap::Run run() const;
};

}  // namespace fabricmap::testing
