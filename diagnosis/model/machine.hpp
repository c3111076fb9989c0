// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::diagnosis {

/// Why nothing between hosts can be checked.
inline constexpr std::string_view reason_one_host = "all ranks are on one host";

/// Hosts and the ranks on them.
struct Machine {
    PerHost<std::string> hosts;  ///< in the order of their first rank
    PerRank<HostIndex> host_of;
    PerHost<std::vector<RankIndex>> ranks_of;  ///< ascending
    PerRank<bool> shares_core;                 ///< with another rank
    std::vector<HostIndex> left_out;           ///< hosts that were not to be measured (--exclude-hosts)
    bool names_known = true;  ///< false: a run without names of hosts; each rank counts as one

    [[nodiscard]] int host_count() const noexcept { return static_cast<int>(hosts.size()); }
    [[nodiscard]] int rank_count() const noexcept { return static_cast<int>(host_of.size()); }
    /// Whether the path between two ranks depends on their hosts: it leads from one to another, or there is
    /// only one.
    [[nodiscard]] bool are_judged(RankIndex rank, RankIndex other) const {
        return hosts.size() == 1 ? rank != other : host_of[rank] != host_of[other];
    }
    [[nodiscard]] bool has_hosts_of_several_ranks() const noexcept { return hosts.size() < host_of.size(); }
};

using HostList = std::vector<HostIndex>;
using Groups = std::vector<HostList>;

[[nodiscard]] Machine machine_of(const RunDescription& run);

/// Whether both were measured by the same ranks on the same hosts.
[[nodiscard]] bool have_same_ranks(const RunDescription& one, const RunDescription& other);

/// Nothing where none is called so.
[[nodiscard]] std::optional<HostIndex> host_named(const Machine& machine, std::string_view name);

/// The same ranks, each as a host of its own: "node01:3" is the fourth rank of node01.
[[nodiscard]] Machine ranks_apart(const Machine& machine);

}  // namespace fabricmap::diagnosis
