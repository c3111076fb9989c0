// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/machine.hpp"
#include "netcdf_schema/matrix.hpp"

#include <Eigen/Core>

namespace fabricmap::diagnosis {

/// Means of some planes of ratios, folded to hosts.
class HostMeans {
  public:
    explicit HostMeans(const Machine& machine);

    /// Adds the logarithms of value / reference, ranks × ranks.
    void add(const Matrix& values, const Matrix& references);

    /// Hosts × hosts: the median over the pairs of ranks of their means; NaN within a host and where there is
    /// none.
    [[nodiscard]] Eigen::ArrayXXf folded() const;

  private:
    const Machine* machine_;
    Eigen::ArrayXXf sums_;  ///< ranks × ranks
    int planes_ = 0;
};

/// The median over the pairs of ranks between two hosts; NaN within a host. `of_ranks` is ranks × ranks.
[[nodiscard]] Eigen::ArrayXXf fold_to_hosts(const Eigen::ArrayXXf& of_ranks, const Machine& machine);

}  // namespace fabricmap::diagnosis
