// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/load_diagnosis.hpp"

#include "base/errors.hpp"
#include "diagnosis/load/incast_rates.hpp"
#include "diagnosis/load/leaf_streams.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/stages/described_machine.hpp"
#include "diagnosis/stages/unresponsive_hosts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

void refuse_other_aspects(const Request& request, const Run& judged) {
    const std::string_view mode = name_of(*judged.description().mode);
    if (request.only)
        throw UsageError(fmt::format("--only: a run of {} has one aspect alone; remove it", mode));
    if (!request.baseline.empty())
        throw UsageError(fmt::format("--baseline: runs of {} are not compared; remove it", mode));
}

}  // namespace

Diagnosis diagnosis_of_load(const Request& request, const Run& judged, const Machine& machine) {
    refuse_other_aspects(request, judged);
    Diagnosis diagnosis = describe_machine(request, judged, machine);
    // Single pairs share what there is unevenly, and are not judged.
    diagnosis.basis.imprecise_fraction = 0;
    if (has_trait(judged.description(), &ModeTraits::into_one)) {
        diagnosis.incast = incast_of(judged, machine);
        diagnosis.lengths = {diagnosis.incast->length_bytes};
        diagnosis.faults_sought = false;
        diagnosis.not_examined.push_back(
            {"faults", "incast shows how many senders a host bears; measure with one_to_one or stream"});
    } else {
        judge_leaf_streams(diagnosis, judged, machine, request.uplinks);
    }
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
