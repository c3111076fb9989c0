// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/added_time.hpp"
#include "diagnosis/residual/case.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace fabricmap::diagnosis {

/// What neither its class nor its two ends explain of a delay, be it a factor or a time that they add.
class Unexplained {
  public:
    Unexplained(const Survey& survey, const Residual& residual)
        : survey_(&survey), residual_(&residual), times_(survey) {}

    /// The logarithm of a ratio; NaN where nothing was measured.
    [[nodiscard]] float of(Eigen::Index length, RankIndex sender, RankIndex receiver, double delay_s);

  private:
    const Survey* survey_;
    const Residual* residual_;
    AddedTimes times_;
};

/// The same of all paths of one host: medians over the lengths of a band and over some pairs of ranks, which
/// are not cut as those of the survey are.
struct HostPaths {
    std::vector<Eigen::ArrayXXf> sent;      ///< of each band, a row for each host; NaN to itself
    std::vector<Eigen::ArrayXXf> received;  ///< from each host
};

/// Reads some ranks' rows and columns of the run anew.
[[nodiscard]] HostPaths paths_of_host(const Case& subject, const Residual& residual, HostIndex host);

/// Has the residual hold that of the host's paths, cut as its other values are.
void keep_unexplained(const Survey& survey, Residual& residual, HostIndex host, const HostPaths& paths);

}  // namespace fabricmap::diagnosis
