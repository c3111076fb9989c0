// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include <algorithm>

namespace fabricmap {

/// Whether each row and each column has about as many of the marked cells as chance gives it: by the index of
/// dispersion, which is 1 where counts are Poisson's.
[[nodiscard]] inline bool are_spread_evenly(
    const Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>& marked) {
    constexpr double max_uneven = 2.5;
    const auto unevenness = [](const Eigen::ArrayXd& counts) {
        const double mean = counts.mean();
        const double variance = (counts - mean).square().sum() / static_cast<double>(counts.size() - 1);
        return variance / std::max(mean, 1.0);
    };
    return unevenness(marked.cast<double>().rowwise().sum()) <= max_uneven &&
           unevenness(marked.cast<double>().colwise().sum().transpose()) <= max_uneven;
}

}  // namespace fabricmap
