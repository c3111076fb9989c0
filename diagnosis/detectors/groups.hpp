// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/statistics/robust.hpp"
#include "diagnosis/topology/topology.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace fabricmap::diagnosis {

using Groups = std::vector<std::vector<int>>;

/// The partitions of the hosts, the largest groups first; none where there are no switches to tell.
[[nodiscard]] inline std::vector<Groups> group_levels(const Topology& topology) {
    std::vector<Groups> levels;
    levels.reserve(topology.levels.size());
    for (const TopologyLevel& level : topology.levels) levels.push_back(level.groups);
    std::reverse(levels.begin(), levels.end());
    return levels;
}

/// What three quarters of the numbers among some values have at least; NaN where there is none.
[[nodiscard]] inline float lower_quartile(std::vector<float> values) {
    std::erase_if(values, [](float value) { return !std::isfinite(value); });
    if (values.empty()) return no_value;
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 4);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

/// The values from some hosts to others of a matrix hosts × hosts.
[[nodiscard]] inline std::vector<float> values_between(const Eigen::ArrayXXf& links,
                                                       const std::vector<int>& senders,
                                                       const std::vector<int>& receivers) {
    std::vector<float> values;
    for (const int sender : senders) {
        for (const int receiver : receivers) values.push_back(links(sender, receiver));
    }
    return values;
}

}  // namespace fabricmap::diagnosis
