// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/topology/linkage.hpp"
#include "diagnosis/topology/topology.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace fabricmap::diagnosis {

/// After how many merges the levels of a hierarchy end, ascending: where the heights (logarithms) make a step
/// that noise of that standard deviation does not make. Empty where there is none.
[[nodiscard]] std::vector<std::size_t> level_ends(const Dendrogram& dendrogram,
                                                  const DendrogramLayout& layout, double noise);

/// The groups that the first merges make, for each of the ends, with the median of `delays` within them.
[[nodiscard]] std::vector<TopologyLevel> levels_of(const Dendrogram& dendrogram,
                                                   const std::vector<std::size_t>& ends,
                                                   const Eigen::MatrixXf& delays);

/// Moves hosts that a link of theirs, or noise, has led astray to the group whose hosts they are near to, by
/// the median of their distances. Groups of higher levels follow those that most of their hosts were in.
void settle_hosts(std::vector<TopologyLevel>& levels, const Eigen::MatrixXf& distances);

}  // namespace fabricmap::diagnosis
