// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/load/leaf_rates.hpp"
#include "diagnosis/model/machine.hpp"

#include <Eigen/Core>

#include <vector>

namespace fabricmap::diagnosis {

/// A host that streams slower than the median host of its leaf.
struct SlowStreams {
    HostIndex host;
    double log_ratio;       ///< the median over the leaves met
    double standard_error;  ///< by how it differs from leaf to leaf, and from host to host
    int degrees_of_freedom;
    double confidence;  ///< 1 less the probability of such a host by chance in a machine without faults
};

/// Those that stand out, of leaves of at least three hosts: of two none could be told to be the slow one. A
/// host that a machine held up for a while is slow to some leaves and not to others, and so is uncertain.
/// `of_side`: hosts × leaves, what they sent or received.
[[nodiscard]] std::vector<SlowStreams> slow_streams_of(const LeafRates& rates,
                                                       const Eigen::MatrixXd& of_side);

}  // namespace fabricmap::diagnosis
