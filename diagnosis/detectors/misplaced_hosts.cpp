// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/findings.hpp"
#include "diagnosis/detectors/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::diagnosis {

std::optional<std::string> lack_of_a_declaration(const Case& subject) {
    if (subject.declared == nullptr) return "no declared topology was given (--topology)";
    if (check_topology(*subject.declared, subject.survey->classes.topology, subject.survey->machine.hosts)
            .comparable) {
        return std::nullopt;
    }
    return "the delays show no groups of hosts to compare the declared switches with";
}

Detection find_misplaced_hosts(const Case& subject, Residue residue) {
    const Machine& machine = subject.survey->machine;
    const TopologyCheck check =
        check_topology(*subject.declared, subject.survey->classes.topology, machine.hosts);
    std::vector<Finding> findings;
    for (const Misplacement& misplacement : check.misplaced) {
        const auto host = std::find(machine.hosts.begin(), machine.hosts.end(), misplacement.host);
        Finding finding;
        finding.kind = FindingKind::topology_mismatch;
        name_host(finding, machine, static_cast<std::size_t>(host - machine.hosts.begin()));
        finding.evidence.notes.push_back(
            misplacement.measured_switch.empty()
                ? fmt::format("Declared on {}, measured near none of the declared switches.",
                              misplacement.declared_switch)
                : fmt::format("Declared on {}, measured near the hosts of {}.", misplacement.declared_switch,
                              misplacement.measured_switch));
        weigh(finding, pairs_of_host(*subject.survey, static_cast<std::size_t>(host - machine.hosts.begin())),
              subject);
        findings.push_back(std::move(finding));
    }
    return {std::move(findings), std::move(residue)};
}

}  // namespace fabricmap::diagnosis
