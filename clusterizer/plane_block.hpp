// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include <cstddef>

namespace fabricmap::clusterizer {

/// So many message lengths of a pair are worked on at once: enough for vector instructions, few enough to lie
/// on the stack.
inline constexpr std::size_t plane_block = 32;

/// Values of at most `plane_block` lengths.
using PlaneBlock = Eigen::Array<double, Eigen::Dynamic, 1, Eigen::ColMajor, plane_block, 1>;
/// Values that lie elsewhere, as an array.
using PlaneValues = Eigen::Map<const Eigen::ArrayXd>;

}  // namespace fabricmap::clusterizer
