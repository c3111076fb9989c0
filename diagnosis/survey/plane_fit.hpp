// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/workers.hpp"
#include "diagnosis/survey/sampling.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// What classes and ranks explain of one plane, as logarithms.
struct PlaneFit {
    std::vector<float> classes;     ///< the median of each class
    std::vector<float> deviations;  ///< of what is left in each class
    PerRank<float> sending;         ///< of each rank, to its partners; 0 where it has none
    PerRank<float> receiving;
};

/// Median polish (Tukey, Exploratory Data Analysis, 1977) of the sampled cells: class, then senders and
/// receivers, two sweeps. `delays`: of the sampling's cells, seconds.
[[nodiscard]] PlaneFit fit_plane(const std::vector<double>& delays, const PairClasses& classes,
                                 const Sampling& sampling, Workers& workers);

}  // namespace fabricmap::diagnosis
