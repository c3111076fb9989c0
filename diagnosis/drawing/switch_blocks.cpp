// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/switch_blocks.hpp"

#include "base/host_list.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace fabricmap::diagnosis {
namespace {

constexpr int no_switch = -1;

/// Of each host.
std::vector<int> lowest_switches(const Diagnosis& diagnosis) {
    std::vector<int> switches(diagnosis.hosts.size(), no_switch);
    int number = 0;
    for (const std::vector<int>& group : diagnosis.topology->levels.front().groups) {
        for (const int host : group) switches.at(static_cast<std::size_t>(host)) = number;
        ++number;
    }
    return switches;
}

std::string name_of_hosts(const Diagnosis& diagnosis, const std::vector<int>& group) {
    std::vector<std::string> names;
    names.reserve(group.size());
    for (const int host : group) names.push_back(diagnosis.hosts[static_cast<std::size_t>(host)]);
    return format_host_list(names);
}

}  // namespace

std::vector<picture::NamedBlock> switch_blocks(const Diagnosis& diagnosis, const std::vector<int>& hosts) {
    const auto& topology = diagnosis.topology;
    if (!topology || topology->levels.empty() || topology->levels.front().groups.size() < 2) return {};
    const std::vector<int> switches = lowest_switches(diagnosis);
    std::vector<std::string> names;
    names.reserve(topology->levels.front().groups.size());
    for (const std::vector<int>& group : topology->levels.front().groups)
        names.push_back(name_of_hosts(diagnosis, group));
    std::vector<picture::NamedBlock> blocks;
    int before = no_switch;
    std::int64_t cell = 0;
    for (const int host : hosts) {
        const int now = host < 0 ? no_switch : switches.at(static_cast<std::size_t>(host));
        if (now != no_switch && now == before) {
            ++blocks.back().cells;
        } else if (now != no_switch) {
            blocks.push_back({cell, 1, names[static_cast<std::size_t>(now)]});
        }
        before = now;
        ++cell;
    }
    return blocks;
}

}  // namespace fabricmap::diagnosis
