// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/survey/levels.hpp"
#include "diagnosis/topology/topology.hpp"

#include <Eigen/Core>

#include <vector>

namespace fabricmap::diagnosis {

/// The lowest level at which two hosts are in one group, hosts × hosts: a slow path between two switches
/// makes no level.
[[nodiscard]] Levels::Numbers levels_of_groups(const Topology& topology, Eigen::Index hosts);

/// The levels by delay, hosts × hosts. A pair between the ranges of two counts to that of three quarters of
/// the other pairs of the same two groups, of the smallest groups that tell: what is slow for sure differs
/// from its like. Where these are at levels below both, or the hosts have a group in common, it counts to
/// that with the nearer centre, else to the upper one. `logs` are logarithms of the delays, NaN where nothing
/// was measured.
[[nodiscard]] Levels::Numbers levels_settled_by_groups(const std::vector<LevelRange>& ranges,
                                                       const Eigen::ArrayXXf& logs, const Topology& topology);

}  // namespace fabricmap::diagnosis
