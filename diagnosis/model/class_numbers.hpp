// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include <cstdint>

namespace fabricmap::diagnosis {

/// Of every ordered pair of ranks, the number of its class: ranks × ranks.
using ClassNumbers = Eigen::Array<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline constexpr std::uint8_t no_class = 255;  ///< of a rank with itself

}  // namespace fabricmap::diagnosis
