// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {

/// Two hosts: sender and receiver, or the lower number first.
using HostPair = std::pair<HostIndex, HostIndex>;

/// Of a value among those of a matrix hosts × hosts.
[[nodiscard]] inline HostPair pair_at(std::size_t place, std::size_t hosts) noexcept {
    return {HostIndex(place % hosts), HostIndex(place / hosts)};
}
[[nodiscard]] inline HostPair lower_first(const HostPair& pair) noexcept {
    return std::minmax(pair.first, pair.second);
}

/// Whether a shortest way between the two leads over the cable between two neighbours.
[[nodiscard]] bool leads_over(const HostPair& pair, const HostPair& cable, const Eigen::MatrixXi& hops);

struct Cable {
    HostPair ends;
    std::size_t pairs = 1;  ///< slow pairs that it explains, itself among them
};

/// The fewest links that explain all slow ones: in a grid a cable between neighbours explains the pairs that
/// have a shortest way over it. Without hops (an empty matrix) every link stands for itself. `links` has each
/// pair once.
[[nodiscard]] std::vector<Cable> cables_behind(std::vector<HostPair> links, const Eigen::MatrixXi& hops);

}  // namespace fabricmap::diagnosis
