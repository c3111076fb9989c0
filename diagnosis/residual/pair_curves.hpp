// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/cables.hpp"
#include "diagnosis/residual/case.hpp"

#include <utility>
#include <vector>

namespace fabricmap::diagnosis {

/// The sender first.
using HostPairs = std::vector<HostPair>;
using RankPairs = std::vector<std::pair<RankIndex, RankIndex>>;

/// A few that stand for all of these.
[[nodiscard]] RankPairs some_rank_pairs(const Machine& machine, const HostPairs& pairs);

/// What some pairs of hosts have in common at each length: logarithms of ratios to class, sender and
/// receiver. Read anew from a few pairs of ranks.
[[nodiscard]] std::vector<float> curve_of_pairs(const Case& subject, const Residual& residual,
                                                const HostPairs& pairs);

/// How uncertain a delay of these pairs is at each length, as the deviation of its logarithm: 0 where the
/// medians are as precise as was asked for, or where the run does not record it.
[[nodiscard]] std::vector<float> uncertainties_of_pairs(const Case& subject, const HostPairs& pairs);

/// The same of all values of a line (lengths × ranks), whose medians are given; NaN where nothing was
/// measured.
[[nodiscard]] Matrix uncertainties_of_line(const Run& run, const Line& line, const Matrix& medians_s);

}  // namespace fabricmap::diagnosis
