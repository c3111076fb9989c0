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
    float typical_nearest = 0;  ///< of each host the nearest other, and the farthest
    float typical_farthest = 0;

    /// The same, with what a few links stray by cut off: none is nearer or farther than hosts usually have
    /// their nearest and farthest; what is nearer by far counts as not measured.
    [[nodiscard]] Eigen::MatrixXf trimmed() const;
    /// Keeps the trimmed ones alone.
    void trim() { delays = trimmed(); }
    /// Of those; the diagonal is zero.
    [[nodiscard]] Eigen::MatrixXf logarithms() const;
};

[[nodiscard]] MeasuredHosts measured_hosts_of(Eigen::MatrixXf delays);

}  // namespace fabricmap::diagnosis
