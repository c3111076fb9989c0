// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/survey/sampling.hpp"

#include <Eigen/Core>

#include <vector>

namespace fabricmap::diagnosis {

using Logarithms = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// What classes and ranks explain of one plane, as logarithms.
struct PlaneFit {
    std::vector<float> classes;          ///< the median of each class
    std::vector<float> deviations;       ///< of what is left in each class
    std::vector<float> sending_between;  ///< of each rank; 0 where it has no such pair
    std::vector<float> receiving_between;
    std::vector<float> sending_within;
    std::vector<float> receiving_within;
};

/// Median polish (Tukey, Exploratory Data Analysis, 1977) of the sampled cells: class, then senders and
/// receivers, three sweeps. `logs` is ranks × ranks, NaN where there is no value.
[[nodiscard]] PlaneFit fit_plane(const Logarithms& logs, const PairClasses& classes,
                                 const Sampling& sampling);

}  // namespace fabricmap::diagnosis
