// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/case.hpp"
#include "diagnosis/topology/topology.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <vector>

namespace fabricmap::diagnosis {

/// Two groups can only be compared with each other.
inline constexpr std::size_t min_groups = 3;
/// Among fewer a slow one may look like one that is farther away, and what all have in common is hardly
/// known.
inline constexpr std::size_t min_groups_to_be_sure = 6;

/// Partitions of the hosts into those below each switch, the largest groups first: the levels of the
/// topology, and where it has none so small, the hosts that are nearest to each other, as at the routers of a
/// dragonfly. Only partitions of enough groups.
[[nodiscard]] std::vector<Groups> partitions_of(const Survey& survey);

/// Looks at each of them in turn.
template <typename FindAmong>
[[nodiscard]] Detection find_at_all_levels(const Case& subject, Residual residual, FindAmong find_among) {
    std::vector<Finding> findings;
    for (const Groups& groups : subject.partitions) {
        std::vector<Finding> found = find_among(groups, subject, residual);
        std::move(found.begin(), found.end(), std::back_inserter(findings));
    }
    return {std::move(findings), std::move(residual)};
}

/// What three quarters of the numbers among some values have at least; NaN where there is none.
[[nodiscard]] inline float lower_quartile(std::vector<float> values) {
    std::erase_if(values, [](float value) { return !std::isfinite(value); });
    return values.empty() ? no_value : value_at(values, values.size() / 4);
}

/// The values from some hosts to others of a matrix hosts × hosts.
[[nodiscard]] inline std::vector<float> values_between(const Eigen::ArrayXXf& links, const HostList& senders,
                                                       const HostList& receivers) {
    std::vector<float> values;
    for (const HostIndex sender : senders) {
        for (const HostIndex receiver : receivers) values.push_back(links(sender, receiver));
    }
    return values;
}

}  // namespace fabricmap::diagnosis
