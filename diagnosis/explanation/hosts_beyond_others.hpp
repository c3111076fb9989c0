// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/host_logs.hpp"
#include "diagnosis/residual/case.hpp"
#include "diagnosis/residual/outliers.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace fabricmap::diagnosis {

/// A host of which a few numbers, one a band, lie beyond those of the others.
struct HostBeyondOthers {
    std::size_t host = 0;       ///< the number of its column
    std::vector<float> effect;  ///< of each band, 0 where it is not slow; a logarithm
    float deviation = 0;        ///< of other hosts, in the band where it is largest
    double net = 0;             ///< nats that the description gains
};

/// Those that are worth their cost, by the search's costs. `values`: bands × hosts, NaN where there is none;
/// `steps`: of each band what the clock cannot tell apart, a logarithm; `choices`: how many such tables there
/// are to choose from; `floor`: the smallest effect of interest. None of fewer than six hosts.
[[nodiscard]] std::vector<HostBeyondOthers> hosts_beyond_others(const Eigen::ArrayXXf& values,
                                                                const std::vector<float>& steps,
                                                                double choices, float floor);
[[nodiscard]] Outlier as_outlier(const HostBeyondOthers& beyond, const Survey& survey);

/// The middle length of each band.
[[nodiscard]] std::vector<std::size_t> lengths_of_bands(const HostLogs& logs);
/// What the clock cannot tell apart at each of these lengths; logarithms.
[[nodiscard]] std::vector<float> clock_steps(const Case& subject, const std::vector<std::size_t>& lengths,
                                             bool between_hosts);

}  // namespace fabricmap::diagnosis
