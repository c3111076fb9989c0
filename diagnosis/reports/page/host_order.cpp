// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/page/host_order.hpp"

#include <algorithm>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

bool is_permutation_of(const std::vector<int>& order, const std::vector<int>& natural) {
    std::vector<int> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    return sorted == natural;
}

bool scatters_groups(const Topology& topology) {
    return std::any_of(topology.levels.begin(), topology.levels.end(), [](const TopologyLevel& level) {
        return std::any_of(level.groups.begin(), level.groups.end(), [](const std::vector<int>& group) {
            return !group.empty() && group.back() - group.front() + 1 != static_cast<int>(group.size());
        });
    });
}

}  // namespace

std::vector<int> picture_order(const Diagnosis& diagnosis) {
    std::vector<int> natural(diagnosis.hosts.size());
    std::iota(natural.begin(), natural.end(), 0);
    const bool better = diagnosis.topology && scatters_groups(*diagnosis.topology) &&
                        is_permutation_of(diagnosis.topology->order, natural);
    return better ? diagnosis.topology->order : natural;
}

}  // namespace fabricmap::diagnosis
