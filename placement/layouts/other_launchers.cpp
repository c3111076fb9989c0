// SPDX-License-Identifier: Apache-2.0
#include "base/host_list.hpp"
#include "base/quantities.hpp"
#include "placement/layouts/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace fabricmap::placement {
namespace {

std::string slurm_command(const Placement& placement, const std::string& file) {
    const std::set<HostIndex> hosts(placement.chosen().host_of.begin(), placement.chosen().host_of.end());
    // A path without a slash would be taken for a host.
    const std::string path = file.find('/') == std::string::npos ? fmt::format("./{}", file) : file;
    return fmt::format("srun -N {} -n {} -w {} --distribution=arbitrary ./application", hosts.size(),
                       placement.pattern.ranks, path);
}

std::string slurm_text(const Placement& placement) {
    const std::vector<std::string> nodes = node_names(placement.delays.hosts, placement.delays.known_nodes);
    require_plain_host_names(nodes);
    std::string text;
    for (const HostIndex host : placement.chosen().host_of)
        text += fmt::format("{}\n", nodes[static_cast<std::size_t>(host)]);
    return text;
}

std::string hydra_text(const Placement& placement) {
    std::string text;
    const PerRank<HostIndex>& host_of = placement.chosen().host_of;
    for (auto run = host_of.begin(); run != host_of.end();) {
        const auto end = std::find_if(run, host_of.end(), [&](HostIndex host) { return host != *run; });
        text += fmt::format("{}:{}\n", placement.delays.hosts[*run], end - run);
        run = end;
    }
    return text;
}

std::string hydra_command(const Placement& placement, const std::string& file) {
    return fmt::format("mpiexec.hydra -f {} -n {} ./application", file, placement.pattern.ranks);
}

std::string cray_text(const Placement& placement) {
    return fmt::format("{}\n", joined_by(ranks_in_slot_order(placement), ","));
}

std::string cray_command(const Placement& placement, const std::string& file) {
    return fmt::format("cp {} MPICH_RANK_ORDER; MPICH_RANK_REORDER_METHOD=3 srun -n {} ./application", file,
                       placement.pattern.ranks);
}

std::string permutation_text(const Placement& placement) {
    std::string text;
    for (const RankIndex rank : ranks_in_slot_order(placement)) text += fmt::format("{}\n", +rank);
    return text;
}

std::string permutation_command(const Placement& placement, const std::string& file) {
    std::vector<std::string> hosts;
    for (const HostIndex host : placement.slots.hosts) {
        const PerRank<HostIndex>& used = placement.chosen().host_of;
        if (std::find(used.begin(), used.end(), host) != used.end())
            hosts.push_back(placement.delays.hosts[host]);
    }
    return fmt::format(
        "launch by slot on {}; rank r reads line r + 1 of {} as new_rank and calls "
        "MPI_Comm_split(MPI_COMM_WORLD, "
        "0, new_rank, &comm)",
        format_host_list(hosts), file);
}

}  // namespace

extern constinit const Layout slurm_layout{
    .name = "slurm",
    .suffix = "slurm",
    .what = "Slurm: a host for each task",
    .text = slurm_text,
    .command = slurm_command,
};

extern constinit const Layout hydra_layout{
    .name = "hydra",
    .suffix = "hydra",
    .what = "MPICH, Intel MPI: runs of ranks on a host",
    .text = hydra_text,
    .command = hydra_command,
};

extern constinit const Layout cray_layout{
    .name = "cray",
    .suffix = "rank_order",
    .what = "Cray MPICH: ranks in the order of slots",
    .text = cray_text,
    .command = cray_command,
};

extern constinit const Layout permutation_layout{
    .name = "permutation",
    .suffix = "permutation",
    .what = "the new rank of each rank, for MPI_Comm_split",
    .text = permutation_text,
    .command = permutation_command,
};

}  // namespace fabricmap::placement
