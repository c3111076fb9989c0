// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/delay_stack.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <span>

namespace fabricmap::diagnosis {

/// One plane of a run.
struct PlaneOf {
    const DelayStack& stack;
    std::size_t k;
};

/// What is divided by what, pair by pair.
struct PlaneRatio {
    PlaneOf value;
    PlaneOf reference;
};

/// Hosts × hosts: the mean over the ratios of their logarithms, folded as fold_to_hosts does. A value counts
/// as `least` times its reference at least.
[[nodiscard]] Eigen::ArrayXXf mean_log_ratios(std::span<const PlaneRatio> ratios, const Machine& machine,
                                              double min_ratio = 0);

/// Hosts × hosts: the median over the pairs of ranks between two hosts; NaN within a host.
[[nodiscard]] Eigen::ArrayXXf fold_to_hosts(const PlaneOf& plane, const Machine& machine);

}  // namespace fabricmap::diagnosis
