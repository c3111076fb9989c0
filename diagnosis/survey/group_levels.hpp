// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/survey/levels.hpp"
#include "diagnosis/topology/topology.hpp"

#include <Eigen/Core>

namespace fabricmap::diagnosis {

/// The lowest level at which two hosts are in one group, hosts × hosts: a slow path between two switches
/// makes no level.
[[nodiscard]] Levels::Numbers levels_of_groups(const Topology& topology, Eigen::Index hosts);

/// The levels by delay of the only block. A pair that lies between two of them counts to the lower only where
/// three quarters of the pairs of the same two groups do, of the smallest groups that tell: what is slow for
/// sure differs from its like. Without groups it counts to that with the nearer centre. `delays` is hosts ×
/// hosts, NaN where nothing was measured.
[[nodiscard]] Levels::Numbers levels_settled_by_groups(const Levels& by_delay, const Eigen::MatrixXd& delays,
                                                       const Topology& topology);

}  // namespace fabricmap::diagnosis
