// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/switch_blocks.hpp"

#include "base/host_list.hpp"

#include <cstddef>
#include <unordered_map>

namespace fabricmap::diagnosis {

std::string host_list_of(const Diagnosis& diagnosis, const std::vector<int>& hosts) {
    std::vector<std::string> names;
    names.reserve(hosts.size());
    for (const int host : hosts) names.push_back(diagnosis.hosts.at(static_cast<std::size_t>(host)));
    return format_host_list(names);
}

std::vector<picture::NamedBlock> switch_blocks(const Diagnosis& diagnosis,
                                               const std::vector<std::string>& hosts) {
    const auto& topology = diagnosis.topology;
    if (!topology || topology->levels.empty() || topology->levels.front().groups.size() < 2) return {};
    std::unordered_map<std::string, std::string> switch_of;
    for (const std::vector<int>& group : topology->levels.front().groups) {
        const std::string name = host_list_of(diagnosis, group);
        for (const int host : group) switch_of[diagnosis.hosts.at(static_cast<std::size_t>(host))] = name;
    }
    std::vector<std::string> switches;
    switches.reserve(hosts.size());
    for (const std::string& host : hosts) switches.push_back(switch_of[host]);
    return picture::blocks_of(switches);
}

}  // namespace fabricmap::diagnosis
