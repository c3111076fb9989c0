// SPDX-License-Identifier: Apache-2.0
#include "placement/layouts/layout.hpp"

#include <fmt/format.h>

namespace fabricmap::placement {
namespace {

std::string seq_command(const Placement& placement, const std::string& file) {
    return fmt::format(
        "mpirun --hostfile {0} --mca rmaps seq -np {1} ./application (Open MPI 5: mpirun --map-by "
        "seq:file={0} "
        "-np {1} ./application)",
        file, placement.pattern.ranks);
}

std::string rankfile_text(const Placement& placement) {
    std::string text;
    for (const RankIndex rank : placement.chosen().slot_of.indices()) {
        text += fmt::format("rank {}={} slot={}\n", +rank, host_name_of(placement, rank),
                            placement.chosen().slot_of[rank]);
    }
    return text;
}

std::string rankfile_command(const Placement& placement, const std::string& file) {
    return fmt::format(
        "mpirun --rankfile {0} -np {1} ./application (Open MPI 5: mpirun --map-by rankfile:file={0} -np {1} "
        "./application)",
        file, placement.pattern.ranks);
}

/// A core that does not exist ends mpirun of Open MPI 4.1 with code 1 and without a word.
std::optional<std::string> cores_that_are_missing(const Placement& placement) {
    PerHost<int> ranks_on(placement.delays.hosts.size(), 0);
    for (const HostIndex host : placement.chosen().host_of) ++ranks_on[host];
    for (const HostIndex host : ranks_on.indices()) {
        const int cores = placement.delays.cores_on[host];
        if (cores < 0 || ranks_on[host] <= cores) continue;
        return fmt::format(
            "--to rankfile: it binds each rank to a core, and {} has {} ranks on {} cores; take seq, or "
            "fewer --slots",
            placement.delays.hosts[host], ranks_on[host], cores);
    }
    return std::nullopt;
}

}  // namespace

extern constinit const Layout seq_layout{
    .name = "seq",
    .suffix = "seq",
    .what = "Open MPI: a host for each rank",
    .text = host_lines,
    .command = seq_command,
};

extern constinit const Layout rankfile_layout{
    .name = "rankfile",
    .suffix = "rankfile",
    .what = "Open MPI: a host and a core for each rank",
    .text = rankfile_text,
    .command = rankfile_command,
    .unsupported_reason = cores_that_are_missing,
};

}  // namespace fabricmap::placement
