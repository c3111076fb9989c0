// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/described_machine.hpp"

#include "base/host_list.hpp"
#include "diagnosis/stages/basis.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

/// Those that answered nobody are faults.
void report_excluded_hosts(Diagnosis& diagnosis, const RunDescription& run, const Machine& machine) {
    std::vector<std::string> hosts;
    hosts.reserve(machine.left_out.size());
    for (const HostIndex host : machine.left_out) hosts.push_back(machine.hosts[host]);
    std::erase_if(hosts, [&](const std::string& host) {
        return std::find(run.unresponsive_hosts.begin(), run.unresponsive_hosts.end(), host) !=
               run.unresponsive_hosts.end();
    });
    if (hosts.empty()) return;
    diagnosis.excluded_hosts = std::ssize(hosts);
    diagnosis.not_examined.push_back({format_host_list(hosts), "excluded by --exclude-hosts"});
}

}  // namespace

Diagnosis describe_machine(const Request& request, const Run& judged, const Machine& machine) {
    Diagnosis diagnosis;
    diagnosis.runs.push_back({judged.label(), judged.description(), judged.preferred()});
    for (const Run& run : request.runs) {
        if (&run != &judged) diagnosis.runs.push_back({run.label(), run.description(), run.preferred()});
    }
    diagnosis.hosts = machine.hosts;
    diagnosis.ranks = machine.rank_count();
    diagnosis.basis = basis_of(judged, machine);
    for_all_runs(request, [&](const Run& run) {
        diagnosis.archive_error = std::max(diagnosis.archive_error, run.description().archive_error);
    });
    diagnosis.min_effect = std::max(request.min_effect, diagnosis.archive_error);
    diagnosis.min_time_s = request.min_time_s;
    if (request.declared) diagnosis.other_topology = other_topology_of(*request.declared, machine);
    report_excluded_hosts(diagnosis, judged.description(), machine);
    return diagnosis;
}

}  // namespace fabricmap::diagnosis
