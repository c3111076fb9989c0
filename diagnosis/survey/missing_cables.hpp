// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/survey/levels.hpp"

#include <Eigen/Core>

#include <optional>

namespace fabricmap::diagnosis {

/// Hops between hosts, when levels are hops and a few neighbours are not seen as such because the cable
/// between them is slow: hosts with a neighbour too few are joined with each other. Nothing where that does
/// not make hops of most levels. `levels` is hosts × hosts, 0 for neighbours.
[[nodiscard]] std::optional<Eigen::MatrixXi> hops_with_missing_cables(const Levels::Numbers& levels);

}  // namespace fabricmap::diagnosis
