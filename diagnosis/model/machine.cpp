// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/model/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace fabricmap::diagnosis {
namespace {

using NodesNamed = std::map<std::string, std::set<int>>;

NodesNamed nodes_by_name(const RunDescription& run) {
    NodesNamed nodes;
    for (const RankLocation& location : run.ranks) nodes[location.host].insert(location.node);
    return nodes;
}

/// Machines of one name, as where all call themselves localhost, are distinguished by their number.
std::string unique_name(const RankLocation& location, const NodesNamed& nodes_named) {
    return nodes_named.at(location.host).size() == 1 ? location.host
                                                     : fmt::format("{}#{}", location.host, location.node);
}

}  // namespace

Machine machine_of(const RunDescription& run) {
    Machine machine;
    machine.names_known = std::none_of(run.ranks.begin(), run.ranks.end(),
                                       [](const RankLocation& location) { return location.host.empty(); });
    const NodesNamed nodes_named = nodes_by_name(run);
    std::unordered_map<std::string, HostIndex> index_of;
    for (std::size_t rank = 0; rank < run.ranks.size(); ++rank) {
        const std::string host =
            machine.names_known ? unique_name(run.ranks[rank], nodes_named) : fmt::format("rank{}", rank);
        const auto [entry, is_new] = index_of.try_emplace(host, HostIndex(machine.host_count()));
        if (is_new) {
            machine.hosts.push_back(host);
            machine.ranks_of.emplace_back();
        }
        machine.host_of.push_back(entry->second);
        machine.ranks_of[entry->second].push_back(RankIndex(rank));
    }
    machine.shares_core = PerRank<bool>(ranks_sharing_cores(run.ranks));
    for (const std::string& host : run.excluded_hosts) {
        const auto known = index_of.find(host);
        if (known != index_of.end()) machine.left_out.push_back(known->second);
    }
    return machine;
}

bool have_same_ranks(const RunDescription& one, const RunDescription& other) {
    const Machine machine = machine_of(one);
    const Machine same = machine_of(other);
    return machine.hosts == same.hosts && machine.host_of == same.host_of;
}

std::optional<HostIndex> host_named(const Machine& machine, std::string_view name) {
    const auto found = std::find(machine.hosts.begin(), machine.hosts.end(), name);
    if (found == machine.hosts.end()) return std::nullopt;
    return HostIndex(found - machine.hosts.begin());
}

Machine ranks_apart(const Machine& machine) {
    Machine apart;
    apart.names_known = machine.names_known;
    apart.shares_core = machine.shares_core;
    PerHost<int> slots(machine.hosts.size(), 0);
    for (const RankIndex rank : machine.host_of.indices()) {
        const HostIndex host = machine.host_of[rank];
        apart.hosts.push_back(fmt::format("{}:{}", machine.hosts[host], slots[host]++));
        apart.host_of.push_back(HostIndex(rank));
        apart.ranks_of.push_back({rank});
    }
    return apart;
}

}  // namespace fabricmap::diagnosis
