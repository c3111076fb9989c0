// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/pair_structure.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace fabricmap::diagnosis {

/// Partitions of hosts by how near they are, the clearest first.
struct LevelCuts {
    std::vector<GroupLabels> levels;
    double cophenetic = 0;
};

/// Whether a level may leave many of its hosts alone.
enum class SingleHosts : bool { few, many };

/// Where a host that is alone joins the group that is clearly the nearest: a slow host is no leaf.
[[nodiscard]] GroupLabels with_single_hosts_joined(GroupLabels labels, const HostMatrix& distances,
                                                   float noise);

/// By average linkage of distances, cut at the largest gaps between heights that noise does not make. The
/// distances are used up, as a second copy of them is much of many hosts, and made `again`. `look` is called
/// between its steps, and may throw to end it.
[[nodiscard]] LevelCuts cut_levels(HostMatrix& distances, const std::function<HostMatrix()>& again,
                                   float noise, std::size_t most, SingleHosts single,
                                   const std::function<void()>& look);

/// Groups × groups; NaN on the diagonal.
[[nodiscard]] HostMatrix medians_between(const HostMatrix& distances, const GroupLabels& labels);

}  // namespace fabricmap::diagnosis
