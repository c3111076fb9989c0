// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/unresponsive_hosts.hpp"

#include "diagnosis/residual/findings.hpp"

#include <algorithm>
#include <iterator>

namespace fabricmap::diagnosis {

namespace {

/// Machines of one name have that name in common.
bool answered_nobody(const std::string& host, std::span<const Run> runs) {
    return std::any_of(runs.begin(), runs.end(), [&](const Run& run) {
        const std::vector<std::string>& silent = run.description().unresponsive_hosts;
        return std::find(silent.begin(), silent.end(), host) != silent.end();
    });
}

}  // namespace

void add_unresponsive_hosts(std::vector<Finding>& findings, std::span<const Run> runs,
                            const RunDescription& run, const Machine& machine) {
    for (const HostIndex host : machine.hosts.indices()) {
        const auto first_rank = static_cast<std::size_t>(machine.ranks_of[host].front());
        if (!answered_nobody(run.ranks[first_rank].host, runs)) continue;
        Finding finding;
        finding.kind = FindingKind::failed_pair;
        finding.predicate = {"answered nobody when the run hung", {}};
        finding.from_length_bytes = run.message_lengths.empty() ? 0 : run.message_lengths.front();
        finding.to_length_bytes = run.message_lengths.empty() ? 0 : run.message_lengths.back();
        name_host(finding, machine, host);
        const auto ranks = std::ssize(machine.ranks_of[host]);
        weigh_failure(finding, 2 * ranks * (machine.rank_count() - ranks), machine);
        std::erase_if(findings, [&](const Finding& other) {
            return other.kind == FindingKind::failed_pair && hosts_of(other.part) == hosts_of(finding.part);
        });
        findings.push_back(std::move(finding));
    }
}

}  // namespace fabricmap::diagnosis
