// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/finding_kinds.hpp"
#include "diagnosis/reports/json_parts.hpp"
#include "diagnosis/reports/reports.hpp"
#include "diagnosis/reports/words.hpp"

namespace fabricmap::diagnosis {
namespace {

constexpr int report_schema_version = 1;

Json evidence_of(const FindingEvidence& evidence) {
    Json json;
    json["z"] = number(evidence.z);
    json["cells"] = evidence.cells;
    json["curve"] = numbers(evidence.curve);
    json["extra_s"] = number(evidence.extra_s);
    json["notes"] = evidence.notes;
    for (const auto& [name, value] : evidence.numbers) {
        if (!json.contains(name)) json[name] = number(value);
    }
    return json;
}

Json finding_of(const Finding& finding) {
    Json json;
    json["kind"] = name_of(finding.kind);
    json["fault"] = is_fault(finding.kind);
    json["part"] = part_of(finding);
    json["part_type"] = type_name_of(finding.part);
    const auto* const path = std::get_if<part::Path>(&finding.part);
    json["hosts"] = path == nullptr ? hosts_of(finding.part) : path->senders;
    json["to_hosts"] = path == nullptr ? Json::array() : Json(path->receivers);
    json["ranks"] = finding.ranks;
    json["side"] = name_of(finding.side);
    json["factor"] = finding.effect ? number(finding.effect->factor) : Json(nullptr);
    json["factor_interval"] =
        finding.effect ? Json{number(finding.effect->interval.low), number(finding.effect->interval.high)}
                       : Json{nullptr, nullptr};
    json["from_length_bytes"] = finding.from_length_bytes;
    json["to_length_bytes"] = finding.to_length_bytes;
    json["doubt"] = finding.doubt ? Json(name_of(*finding.doubt)) : Json(nullptr);
    json["confidence"] = finding.confidence ? number(*finding.confidence) : Json(nullptr);
    json["severity"] = number(finding.severity);
    json["evidence"] = evidence_of(finding.evidence);
    json["advice"] = advice_on(finding);
    json["sentence"] = sentence_of(finding);
    return json;
}

Json threshold_of(const Threshold& threshold) {
    Json json;
    json["class"] = threshold.class_name;
    json["length_bytes"] = {threshold.before_bytes, threshold.after_bytes};
    json["jump_s"] = number(threshold.jump_s);
    json["jump_share"] = number(threshold.jump_share);
    json["slope_change_s_per_byte"] = number(threshold.slope_change);
    json["scope"] = name_of(threshold.scope);
    json["differing_pairs"] = threshold.differing_pairs;
    return json;
}

Json class_of(const ClassCurve& curve) {
    Json json;
    json["name"] = curve.name;
    json["between_hosts"] = curve.between_hosts;
    json["pairs"] = curve.pairs;
    json["median_s"] = numbers(curve.median_s);
    return json;
}

Json stretches_of(const ClassThresholds& thresholds) {
    Json stretches = Json::array();
    for (const Stretch& stretch : thresholds.stretches) {
        Json json;
        json["length_bytes"] = {stretch.first_length_bytes, stretch.last_length_bytes};
        json["latency_s"] = number(stretch.latency_s);
        json["bandwidth_bytes_per_s"] = number(stretch.bandwidth);
        stretches.push_back(std::move(json));
    }
    Json json;
    json["class"] = thresholds.class_name;
    json["stretches"] = std::move(stretches);
    return json;
}

Json not_examined_of(const NotExamined& gap) {
    return {{"what", gap.what}, {"reason", gap.reason}};
}

template <typename Element>
Json all_of(const std::vector<Element>& elements, Json (*json_of)(const Element&)) {
    Json json = Json::array();
    for (const Element& element : elements) json.push_back(json_of(element));
    return json;
}

}  // namespace

std::string json_report(const Diagnosis& diagnosis) {
    Json json;
    json["schema_version"] = report_schema_version;
    json["verdict"] = verdict_of(diagnosis);
    json["faults"] = diagnosis.fault_count();
    json["run"] = diagnosis.runs.empty() ? Json(nullptr) : run_json(diagnosis.runs.front());
    json["runs"] = all_of(diagnosis.runs, run_json);
    json["ranks"] = diagnosis.ranks;
    json["pairs"] = diagnosis.pairs;
    json["measured_pairs"] = diagnosis.measured_pairs;
    json["basis"] = {{"lack_of_median",
                      diagnosis.basis.lack_of_median ? Json(*diagnosis.basis.lack_of_median) : Json(nullptr)},
                     {"hosts_known", diagnosis.basis.hosts_known},
                     {"implausible_values", diagnosis.basis.implausible_values},
                     {"ranks_sharing_cores", diagnosis.basis.ranks_sharing_cores},
                     {"imprecise_share", number(diagnosis.basis.imprecise_share)}};
    json["hosts"] = diagnosis.hosts;
    json["lengths_bytes"] = diagnosis.lengths;
    json["min_effect"] = number(diagnosis.min_effect);
    json["min_time_s"] = number(diagnosis.min_time_s);
    json["findings"] = all_of(diagnosis.findings, finding_of);
    json["suspects"] = all_of(diagnosis.suspects, finding_of);
    json["thresholds"] = all_of(diagnosis.thresholds, threshold_of);
    json["classes"] = all_of(diagnosis.classes, class_of);
    json["stretches"] = all_of(diagnosis.stretches, stretches_of);
    json["topology"] =
        diagnosis.topology ? topology_json(*diagnosis.topology, diagnosis.hosts) : Json(nullptr);
    json["comparison"] = diagnosis.comparison ? comparison_json(*diagnosis.comparison) : Json(nullptr);
    json["not_examined"] = all_of(diagnosis.not_examined, not_examined_of);
    // Names come from files: what is no UTF-8 in them must not cost the report.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace fabricmap::diagnosis
