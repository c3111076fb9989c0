// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/run.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <vector>

namespace fabricmap::diagnosis {

/// What was streamed between leaves at one length; bytes a second.
struct LeafRates {
    std::vector<HostList> hosts;  ///< of each leaf
    /// Hosts × leaves: what each host sent to a leaf, and received from one; 0 where nothing.
    Eigen::MatrixXd sent;
    Eigen::MatrixXd received;
    std::int64_t rank_pairs = 0;    ///< that were measured
    Eigen::MatrixXd between_hosts;  ///< sender × receiver; NaN where they did not meet

    /// Leaf × leaf: the mean over the pairs of hosts that met and of which neither is left out; NaN without
    /// one.
    [[nodiscard]] Eigen::MatrixXd means(const PerHost<bool>& left_out) const;
    /// Leaf × leaf: the sum over all pairs.
    [[nodiscard]] Eigen::MatrixXd sums() const;
};

/// Of the length with the number k; the run streams between leaves.
[[nodiscard]] LeafRates leaf_rates_of(const Run& run, const Machine& machine, std::size_t k);

}  // namespace fabricmap::diagnosis
