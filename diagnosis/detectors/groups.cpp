// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/groups.hpp"

namespace fabricmap::diagnosis {
namespace {

constexpr double stray_share = 0.34;  // of a group's pairs with one host

std::uint8_t class_between_hosts(const Survey& survey, std::size_t one, std::size_t other) {
    const auto& ranks_of = survey.machine.ranks_of;
    return survey.classes.of(ranks_of[one].front(), ranks_of[other].front());
}

/// Hosts that are of the nearest class to each other, but for a few stray pairs; empty where that does not
/// part them.
Groups nearest_hosts(const Survey& survey) {
    const auto& classes = survey.classes.all;
    const auto nearest = std::find_if(classes.begin(), classes.end(),
                                      [](const PairClass& pair_class) { return pair_class.between_hosts; });
    if (nearest == classes.end()) return {};
    const auto number = static_cast<std::uint8_t>(nearest - classes.begin());
    Groups groups;
    for (std::size_t host = 0; host < survey.machine.hosts.size(); ++host) {
        const auto is_near = [&](int member) {
            return class_between_hosts(survey, host, static_cast<std::size_t>(member)) == number;
        };
        std::vector<int>* joined = nullptr;
        for (std::vector<int>& group : groups) {
            const auto near = static_cast<double>(std::count_if(group.begin(), group.end(), is_near));
            const double share = near / static_cast<double>(group.size());
            if (share <= stray_share) continue;
            if (share < 1 - stray_share || joined != nullptr) return {};
            joined = &group;
        }
        if (joined == nullptr) joined = &groups.emplace_back();
        joined->push_back(static_cast<int>(host));
    }
    return groups;
}

}  // namespace

std::vector<Groups> partitions_of(const Survey& survey) {
    const std::vector<TopologyLevel>& levels = survey.classes.topology.levels;
    std::vector<Groups> partitions;
    for (std::size_t level = levels.size(); level-- > 0;) {
        if (levels[level].groups.size() >= fewest_groups) partitions.push_back(levels[level].groups);
    }
    Groups nearest = nearest_hosts(survey);
    const std::size_t smallest = partitions.empty() ? fewest_groups - 1 : partitions.back().size();
    if (nearest.size() > smallest && nearest.size() < survey.machine.hosts.size())
        partitions.push_back(std::move(nearest));
    return partitions;
}

}  // namespace fabricmap::diagnosis
