// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/leaf_diagnosis.hpp"

#include "base/errors.hpp"
#include "diagnosis/load/leaf_streams.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/stages/described_machine.hpp"
#include "diagnosis/stages/unresponsive_hosts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::diagnosis {

Diagnosis diagnosis_of_leaves(const Request& request, const Run& judged, const Machine& machine) {
    if (!request.wants(Aspect::anomalies)) {
        throw UsageError(
            "--only: a run of leaf_stream shows which leaf carries less, and nothing else; remove it");
    }
    if (!request.baseline.empty())
        throw UsageError("--baseline: runs of leaf_stream are not compared; remove it");
    Diagnosis diagnosis = describe_machine(request, judged, machine);
    // Single pairs share what there is unevenly, and are not judged.
    diagnosis.basis.imprecise_fraction = 0;
    judge_leaf_streams(diagnosis, judged, machine, request.uplinks);
    add_unresponsive_hosts(diagnosis.findings, request.runs, judged.description(), machine);
    std::stable_sort(diagnosis.findings.begin(), diagnosis.findings.end(), comes_first);
    for (const Run& run : request.runs) {
        if (&run == &judged) continue;
        diagnosis.not_examined.push_back(
            {run.label(), fmt::format("judged by {}; pass this run alone to judge it", judged.label())});
    }
    return diagnosis;
}

}  // namespace fabricmap::diagnosis
