// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace fabricmap {

/// Delays in seconds (or counts), row-major as on disk; NaN where a pair was not measured.
using Matrix = Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::Array<double, Eigen::Dynamic, 1>;

}  // namespace fabricmap
