// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/basis.hpp"

#include "diagnosis/survey/host_rows.hpp"
#include "netcdf_schema/run/quality.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace fabricmap::diagnosis {
namespace {

bool was_measured_in_rounds(const Run& run) {
    const std::optional<Schedule>& schedule = run.description().schedule;
    return schedule && schedule->kind == ScheduleKind::rounds;
}

}  // namespace

double fraction_with(Quality bit, const Run& run) {
    if (!run.quality() || run.quality()->message_lengths().empty()) return 0;
    const DelayStack& quality = *run.quality();
    const std::size_t last = quality.message_lengths().size() - 1;
    std::int64_t values = 0;
    std::int64_t with_bit = 0;
    for (const std::size_t k : std::set<std::size_t>{0, last / 2, last}) {
        for_each_value(quality, k, [&](RankIndex, RankIndex, double bits) {
            if (has_quality(bits, Quality::missing)) return;
            ++values;
            if (has_quality(bits, bit)) ++with_bit;
        });
    }
    return values == 0 ? 0 : static_cast<double>(with_bit) / static_cast<double>(values);
}

Basis basis_of(const Run& run, const Machine& machine) {
    Basis basis;
    basis.reason_without_median = run.reason_without_median();
    basis.hosts_known = machine.names_known;
    basis.ranks_sharing_cores = std::count(machine.shares_core.begin(), machine.shares_core.end(), true);
    basis.doubt_unknown = was_measured_in_rounds(run) && !run.quality();
    basis.imprecise_fraction = fraction_with(Quality::imprecise, run);
    return basis;
}

bool may_be_posted_in_order(const RunDescription& run, const Topology& topology) {
    return has_trait(run, &ModeTraits::begins_after_barrier) && topology.dimensions.size() == 1;
}

std::optional<OtherTopology> other_topology_of(const DeclaredTopology& declared, const Machine& machine) {
    const TopologyCheck check = check_topology(declared, {}, machine.hosts);
    if (check.undeclared_hosts.size() < machine.hosts.size() || check.unmeasured_hosts.empty())
        return std::nullopt;
    return OtherTopology{declared.path.string(), check.unmeasured_hosts.front(), machine.hosts.front()};
}

}  // namespace fabricmap::diagnosis
