// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/detectors/detector.hpp"
#include "diagnosis/statistics/robust.hpp"
#include "diagnosis/topology/topology.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <vector>

namespace fabricmap::diagnosis {

using Groups = std::vector<std::vector<int>>;

/// Two groups can only be compared with each other.
inline constexpr std::size_t fewest_groups = 3;

/// Looks at the partitions of the hosts that have enough groups, the largest groups first.
template <typename FindAmong>
[[nodiscard]] Detection find_at_all_levels(const Case& subject, Residue residue, FindAmong find_among) {
    const std::vector<TopologyLevel>& levels = subject.survey->classes.topology.levels;
    std::vector<Finding> findings;
    for (std::size_t level = levels.size(); level-- > 0;) {
        if (levels[level].groups.size() < fewest_groups) continue;
        std::vector<Finding> found = find_among(levels[level].groups, subject, residue);
        std::move(found.begin(), found.end(), std::back_inserter(findings));
    }
    return {std::move(findings), std::move(residue)};
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
