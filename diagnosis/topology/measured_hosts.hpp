// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"

#include <Eigen/Core>

#include <vector>

namespace fabricmap::diagnosis {

/// The hosts of which something is known, and what it is.
struct MeasuredHosts {
    List<int> hosts;  ///< ascending numbers in the caller's matrix
    /// Symmetric, the smaller of both directions, a row a host; NaN where a pair was not measured. The
    /// diagonal is zero.
    Eigen::MatrixXf delays;
    /// The same, with what a few links stray by cut off: none is nearer or farther than hosts usually have
    /// their nearest and farthest; what is nearer by far counts as not measured.
    Eigen::MatrixXf trimmed;
};

[[nodiscard]] MeasuredHosts measured_hosts_of(const Eigen::MatrixXd& delays);

}  // namespace fabricmap::diagnosis
