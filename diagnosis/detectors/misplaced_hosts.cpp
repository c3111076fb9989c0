// SPDX-License-Identifier: Apache-2.0
#include "base/host_list.hpp"
#include "base/units.hpp"
#include "diagnosis/detectors/few_partners.hpp"
#include "diagnosis/residual/findings.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace fabricmap::diagnosis {

namespace {

/// The middle of what the host's shortest messages take to and from the others of a declared switch; NaN
/// where there are none.
float distance_from(const Case& subject, HostIndex host, const std::string& name) {
    const std::vector<DeclaredSwitch>& switches = subject.declared->switches;
    const auto leaf = std::find_if(switches.begin(), switches.end(),
                                   [&](const DeclaredSwitch& one) { return one.name == name; });
    if (leaf == switches.end()) return no_value;
    const std::set<std::string> nodes(leaf->nodes.begin(), leaf->nodes.end());
    const Machine& machine = subject.survey->machine;
    const RankIndex here = machine.ranks_of[host].front();
    std::vector<Cell> cells;  // there and back
    for (const HostIndex other : machine.hosts.indices()) {
        if (other == host || find_declared(nodes, machine.hosts[other]) == nodes.end()) continue;
        const RankIndex there = machine.ranks_of[other].front();
        cells.push_back({here, there});
        cells.push_back({there, here});
    }
    const std::vector<double> delays = subject.stack->cells(0, cells);
    std::vector<float> distances;
    for (std::size_t place = 0; place < delays.size(); place += 2)
        distances.push_back(static_cast<float>(std::log(delays[place] * delays[place + 1])) / 2);
    return median_of_numbers(distances);
}

/// Whether the host's own delays say so too: those to where it was measured are shorter than those to where
/// it is declared. Groups are found by what all hosts show, and noise may lead one astray.
bool is_seen_elsewhere(const Case& subject, HostIndex host, const Misplacement& misplacement) {
    if (misplacement.measured_switch.empty()) return true;
    return !(distance_from(subject, host, misplacement.declared_switch) <=
             distance_from(subject, host, misplacement.measured_switch) + subject.floor_of_pairs());
}

std::optional<std::string> missing_declaration(const Case& subject) {
    if (subject.survey->machine.host_count() == 1) return std::string(reason_one_host);
    if (subject.declared == nullptr) return "no --topology";
    if (is_sampled(*subject.survey)) {
        return fmt::format("only {} of the pairs were measured, too few for the topology",
                           format_share(fraction_of_pairs_measured(*subject.survey)));
    }
    const PerHost<std::string>& hosts = subject.survey->machine.hosts;
    const TopologyCheck check = check_topology(*subject.declared, subject.survey->classes.topology, hosts);
    if (check.comparable) return std::nullopt;
    if (check.undeclared_hosts.size() == hosts.size()) {
        return fmt::format("{} declares none of the run's hosts: it has {}, the run {}",
                           subject.declared->path.string(), check.unmeasured_hosts.front(), hosts.front());
    }
    return "no groups of hosts visible in the delays";
}

Detection find_misplaced_hosts(const Case& subject, Residual residual) {
    const Machine& machine = subject.survey->machine;
    const TopologyCheck check =
        check_topology(*subject.declared, subject.survey->classes.topology, machine.hosts);
    std::vector<Finding> findings;
    for (const Misplacement& misplacement : check.misplaced) {
        const HostIndex host = host_named(machine, misplacement.host).value();
        if (!is_seen_elsewhere(subject, host, misplacement)) continue;
        Finding finding;
        finding.kind = FindingKind::topology_mismatch;
        name_host(finding, machine, host);
        finding.evidence.notes.push_back(
            misplacement.measured_switch.empty()
                ? Note("Declared on {}, measured near none of the declared switches.",
                       {misplacement.declared_switch})
                : Note("Declared on {}, measured near the hosts of {}.",
                       {misplacement.declared_switch, misplacement.measured_switch}));
        weigh(finding, pairs_of_host(*subject.survey, host), subject);
        findings.push_back(std::move(finding));
    }
    return {std::move(findings), std::move(residual)};
}

}  // namespace

extern constinit const Detector misplaced_hosts_detector{"misplaced hosts", missing_declaration,
                                                         find_misplaced_hosts};

}  // namespace fabricmap::diagnosis
