// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/groups.hpp"

namespace fabricmap::diagnosis {
namespace {

std::uint8_t class_between_hosts(const Survey& survey, std::size_t one, std::size_t other) {
    const auto& ranks_of = survey.machine.ranks_of;
    return survey.classes.of(ranks_of[one].front(), ranks_of[other].front());
}

/// Hosts that are all of the nearest class to each other; empty where that does not part them.
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
        std::size_t joined = 0;
        for (std::vector<int>& group : groups) {
            const auto near = static_cast<std::size_t>(std::count_if(group.begin(), group.end(), is_near));
            if (near == 0) continue;
            if (near < group.size() || joined++ > 0) return {};
            group.push_back(static_cast<int>(host));
        }
        if (joined == 0) groups.push_back({static_cast<int>(host)});
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
