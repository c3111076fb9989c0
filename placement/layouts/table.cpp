// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "placement/layouts/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace fabricmap::placement {
namespace {

std::optional<std::string> no_obstacle(const Placement& /*placement*/) {
    return std::nullopt;
}

std::string for_programs(const Placement& /*placement*/, const std::string& file) {
    return fmt::format("{} is for programs and people: rank, host and slot", file);
}

constexpr std::array layouts{
    Layout{"seq", "seq", "Open MPI: a host for each rank", seq_text, seq_command, no_obstacle},
    Layout{"rankfile", "rankfile", "Open MPI: a host and a core for each rank", rankfile_text,
           rankfile_command, rankfile_obstacle},
    Layout{"slurm", "slurm", "Slurm: a host for each task", slurm_text, slurm_command, no_obstacle},
    Layout{"hydra", "hydra", "MPICH, Intel MPI: runs of ranks on a host", hydra_text, hydra_command,
           no_obstacle},
    Layout{"cray", "rank_order", "Cray MPICH: ranks in the order of slots", cray_text, cray_command,
           no_obstacle},
    Layout{"csv", "csv", "rank,host,slot", csv_text, for_programs, no_obstacle},
    Layout{"json", "json", "the same as JSON", json_text, for_programs, no_obstacle},
    Layout{"permutation", "permutation", "the new rank of each rank, for MPI_Comm_split", permutation_text,
           permutation_command, no_obstacle},
};

}  // namespace

std::span<const Layout> all_layouts() {
    return layouts;
}

const Layout& layout_named(std::string_view name) {
    const auto* const found =
        std::find_if(layouts.begin(), layouts.end(), [&](const Layout& one) { return one.name == name; });
    if (found != layouts.end()) return *found;
    std::string names;
    for (const Layout& one : layouts) names += fmt::format("{}{}", names.empty() ? "" : ", ", one.name);
    throw UsageError(fmt::format("--to {}: give some of {}", name, names));
}

const std::string& host_name_of(const Placement& placement, int rank) {
    const int host = placement.chosen().host_of[static_cast<std::size_t>(rank)];
    return placement.delays.hosts[static_cast<std::size_t>(host)];
}

std::vector<int> ranks_in_slot_order(const Placement& placement) {
    std::vector<int> place_of(static_cast<std::size_t>(placement.delays.host_count()), 0);
    for (std::size_t place = 0; place < placement.slots.hosts.size(); ++place)
        place_of[static_cast<std::size_t>(placement.slots.hosts[place])] = static_cast<int>(place);
    const Assignment& chosen = placement.chosen();
    std::vector<int> ranks(static_cast<std::size_t>(chosen.ranks()));
    std::iota(ranks.begin(), ranks.end(), 0);
    std::sort(ranks.begin(), ranks.end(), [&](int one, int other) {
        const auto key = [&](int rank) {
            const auto r = static_cast<std::size_t>(rank);
            return std::pair(place_of[static_cast<std::size_t>(chosen.host_of[r])], chosen.slot_of[r]);
        };
        return key(one) < key(other);
    });
    return ranks;
}

}  // namespace fabricmap::placement
