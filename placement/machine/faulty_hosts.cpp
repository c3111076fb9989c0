// SPDX-License-Identifier: Apache-2.0
#include "placement/machine/faulty_hosts.hpp"

#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/stages/diagnose.hpp"

#include <map>

namespace fabricmap::placement {

std::vector<FaultyHost> faulty_hosts_of(const std::vector<Run>& runs, Progress& progress) {
    diagnosis::Request request;
    request.runs = runs;
    request.only = diagnosis::Aspect::anomalies;
    const diagnosis::Diagnosis found = diagnose(request, progress);
    std::map<std::string, std::string> first_finding;
    for (const diagnosis::Finding& finding : found.findings) {
        if (!diagnosis::is_fault(finding.kind) || diagnosis::ends_of(finding.part)) continue;
        if (std::holds_alternative<diagnosis::part::Machine>(finding.part)) continue;
        for (const std::string& host : diagnosis::hosts_of(finding.part))
            first_finding.try_emplace(host, diagnosis::sentence_of(finding));
    }
    std::vector<FaultyHost> faulty;
    for (const std::string& host : found.hosts) {
        if (const auto finding = first_finding.find(host); finding != first_finding.end())
            faulty.push_back({host, finding->second});
    }
    return faulty;
}

}  // namespace fabricmap::placement
