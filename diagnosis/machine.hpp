// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// Hosts and the ranks on them.
struct Machine {
    std::vector<std::string> hosts;          ///< in the order of their first rank
    std::vector<int> host_of;                ///< of each rank, an index of hosts
    std::vector<std::vector<int>> ranks_of;  ///< of each host, ascending
    std::vector<bool> shares_core;           ///< of each rank: with another rank
    std::vector<std::size_t> left_out;       ///< hosts that were not to be measured (--exclude-hosts)
    bool names_known = true;                 ///< false: a run without names of hosts; each rank counts as one

    [[nodiscard]] int host_count() const noexcept { return static_cast<int>(hosts.size()); }
    [[nodiscard]] int rank_count() const noexcept { return static_cast<int>(host_of.size()); }
    /// Whether the path between two ranks depends on their hosts: it leads from one to another, or there is
    /// only one.
    [[nodiscard]] bool are_judged(int rank, int other) const {
        if (hosts.size() == 1) return rank != other;
        return host_of[static_cast<std::size_t>(rank)] != host_of[static_cast<std::size_t>(other)];
    }
    [[nodiscard]] bool has_hosts_of_several_ranks() const noexcept { return hosts.size() < host_of.size(); }
};

[[nodiscard]] Machine machine_of(const RunDescription& run);

/// The same ranks, each as a host of its own: "node01:3" is the fourth rank of node01.
[[nodiscard]] Machine ranks_apart(const Machine& machine);

}  // namespace fabricmap::diagnosis
