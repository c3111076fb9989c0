// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/findings.hpp"
#include "diagnosis/detectors/table.hpp"
#include "diagnosis/statistics/robust.hpp"
#include "netcdf_schema/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace fabricmap::diagnosis {

namespace {

/// Of fewer pairs what is near to what is a guess.
constexpr double least_share_of_pairs = 0.9;

double share_of_pairs_measured(const Survey& survey) {
    const auto ranks = static_cast<double>(survey.machine.rank_count());
    return static_cast<double>(survey.classes.pairs_measured()) / (ranks * (ranks - 1));
}

/// What the host's shortest messages take to and from others, by the others' names; logarithms.
std::map<std::string, float> delays_of(const Case& subject, std::size_t host) {
    const Machine& machine = subject.survey->machine;
    const Matrix plane = subject.stack->plane(0);
    std::map<std::string, float> delays;
    for (std::size_t other = 0; other < machine.hosts.size(); ++other) {
        if (other == host) continue;
        const int here = machine.ranks_of[host].front();
        const int there = machine.ranks_of[other].front();
        delays[machine.hosts[other]] =
            static_cast<float>(std::log(plane(here, there)) + std::log(plane(there, here))) / 2;
    }
    return delays;
}

/// The middle of those to the hosts of a declared switch; NaN where there is none.
float middle_of(const std::map<std::string, float>& delays, const DeclaredTopology& declared,
                const std::string& name) {
    const auto leaf = std::find_if(declared.switches.begin(), declared.switches.end(),
                                   [&](const DeclaredSwitch& one) { return one.name == name; });
    std::vector<float> values;
    for (const std::string& node :
         leaf == declared.switches.end() ? std::vector<std::string>{} : leaf->nodes) {
        const auto found = std::find_if(delays.begin(), delays.end(), [&](const auto& entry) {
            return entry.first == node || entry.first.substr(0, entry.first.find('.')) == node;
        });
        if (found != delays.end() && std::isfinite(found->second)) values.push_back(found->second);
    }
    return values.empty() ? no_value : median_of_numbers(values);
}

/// Whether the host's own delays say so too: those to where it was measured are shorter than those to where
/// it is declared. Groups are found by what all hosts tell, and noise may lead one astray.
bool is_seen_elsewhere(const Case& subject, std::size_t host, const Misplacement& misplacement) {
    if (misplacement.measured_switch.empty()) return true;
    const auto delays = delays_of(subject, host);
    return !(middle_of(delays, *subject.declared, misplacement.declared_switch) <=
             middle_of(delays, *subject.declared, misplacement.measured_switch) + subject.floor());
}

}  // namespace

std::optional<std::string> lack_of_a_declaration(const Case& subject) {
    if (subject.declared == nullptr) return "no declared topology was given (--topology)";
    if (const double share = share_of_pairs_measured(*subject.survey); share < least_share_of_pairs) {
        return fmt::format(
            "{} of the pairs were measured, and what a sample tells of the topology is a guess; "
            "measure all pairs",
            format_share(share));
    }
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
        if (!is_seen_elsewhere(subject, static_cast<std::size_t>(host - machine.hosts.begin()), misplacement))
            continue;
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
