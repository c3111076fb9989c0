// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/finding_json.hpp"

#include "diagnosis/model/finding_kinds.hpp"

namespace fabricmap::diagnosis {
namespace {

Json evidence_of(const FindingEvidence& evidence) {
    Json json;
    json["z"] = json_number(evidence.z);
    json["cells"] = evidence.cells;
    json["curve"] = json_list(evidence.curve, json_number);
    json["extra_s"] = json_number(evidence.extra_s);
    if (const auto& rates = evidence.rates) {
        json["rate_bytes_per_s"] = json_number(rates->here);
        json["healthy_rate_bytes_per_s"] = json_number(rates->healthy);
    }
    json["notes"] = json_list(evidence.notes, [](const Note& note) { return Json(note.text()); });
    for (const auto& [name, value] : evidence.numbers) {
        if (!json.contains(name)) json[name] = json_number(value);
    }
    return json;
}

}  // namespace

Json finding_json(const Finding& finding) {
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
    json["factor"] = finding.effect ? json_number(finding.effect->factor) : Json(nullptr);
    json["factor_interval"] = finding.effect ? Json{json_number(finding.effect->interval.low),
                                                    json_number(finding.effect->interval.high)}
                                             : Json{nullptr, nullptr};
    json["from_length_bytes"] = finding.from_length_bytes;
    json["to_length_bytes"] = finding.to_length_bytes;
    json["doubt"] = finding.doubt ? Json(name_of(*finding.doubt)) : Json(nullptr);
    json["confidence"] = finding.confidence ? json_number(*finding.confidence) : Json(nullptr);
    json["severity"] = json_number(finding.severity);
    json["evidence"] = evidence_of(finding.evidence);
    json["advice"] = advice_on(finding);
    json["sentence"] = sentence_of(finding);
    return json;
}

}  // namespace fabricmap::diagnosis
