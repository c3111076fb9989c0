// SPDX-License-Identifier: Apache-2.0
#include "rules/records/diagnosis_columns.hpp"

#include "base/host_list.hpp"
#include "diagnosis/model/finding_kinds.hpp"

#include <optional>
#include <string>
#include <variant>

namespace fabricmap::rules {
namespace {

using diagnosis::ClassCurve;
using diagnosis::Diagnosis;
using diagnosis::Threshold;

/// A field of a record: nothing is unknown.
using FieldValue = std::variant<std::monostate, double, std::string>;

FieldValue optional_number(const std::optional<double>& value) {
    return value ? FieldValue(*value) : FieldValue();
}

FieldValue map_value(const Diagnosis& diagnosis, std::string_view field) {
    if (field == "process_count") return static_cast<double>(diagnosis.ranks);
    if (field == "host_count") return static_cast<double>(diagnosis.hosts.size());
    return static_cast<double>(diagnosis.measured_pairs);
}

FieldValue class_value(const Diagnosis& diagnosis, std::size_t record, std::string_view field) {
    const std::size_t lengths = diagnosis.lengths.size();
    const ClassCurve& curve = diagnosis.classes[record / lengths];
    if (field == "name") return curve.name;
    if (field == "between_hosts") return curve.between_hosts ? 1.0 : 0.0;
    if (field == "pairs") return static_cast<double>(curve.pairs);
    if (field == "bytes") return static_cast<double>(diagnosis.lengths[record % lengths]);
    return curve.median_s[record % lengths];
}

FieldValue threshold_value(const Threshold& threshold, std::string_view field) {
    if (field == "class") return threshold.class_name;
    if (field == "before_bytes") return static_cast<double>(threshold.before_bytes);
    if (field == "after_bytes") return static_cast<double>(threshold.after_bytes);
    if (field == "jump") return threshold.jump_s;
    if (field == "jump_share") return threshold.jump_fraction;
    return std::string(name_of(threshold.scope));
}

/// One host by its name, several as a list: "node[00-07]".
FieldValue host_of(const diagnosis::Finding& finding, bool is_second) {
    const auto ends = diagnosis::ends_of(finding.part);
    if (is_second) return ends ? FieldValue(format_host_list(ends->receivers)) : FieldValue();
    return format_host_list(ends ? ends->senders : diagnosis::hosts_of(finding.part));
}

FieldValue finding_value(const diagnosis::Finding& finding, std::string_view field) {
    if (field == "kind") return std::string(diagnosis::name_of(finding.kind));
    if (field == "host") return host_of(finding, false);
    if (field == "to_host") return host_of(finding, true);
    if (field == "side") return std::string(name_of(finding.side));
    if (field == "factor") return finding.effect ? FieldValue(finding.effect->factor) : FieldValue();
    if (field == "from_bytes") return static_cast<double>(finding.from_length_bytes);
    if (field == "to_bytes") return static_cast<double>(finding.to_length_bytes);
    if (field == "confidence") return optional_number(finding.confidence);
    return finding.severity;
}

FieldValue value_of(const Diagnosis& diagnosis, std::string_view type, std::size_t record,
                    std::string_view field) {
    if (type == "map") return map_value(diagnosis, field);
    if (type == "class") return class_value(diagnosis, record, field);
    if (type == "threshold") return threshold_value(diagnosis.thresholds[record], field);
    return finding_value(diagnosis.findings[record], field);
}

}  // namespace

std::size_t diagnosis_records(const MeasuredMap& map, TypeIndex type) {
    const std::string_view name = record_schema()[type].name;
    if (name == "map") return 1;
    const Diagnosis& diagnosis = map.diagnosis();
    if (name == "class") return diagnosis.classes.size() * diagnosis.lengths.size();
    return name == "threshold" ? diagnosis.thresholds.size() : diagnosis.findings.size();
}

Column diagnosis_column(const MeasuredMap& map, TypeIndex type, std::size_t field, TextNumbers& texts) {
    const RecordSchema& schema = record_schema()[type];
    const bool is_text = schema.fields[field].kind == ValueKind::text;
    Column column;
    for (std::size_t record = 0; record < diagnosis_records(map, type); ++record) {
        const FieldValue value = value_of(map.diagnosis(), schema.name, record, schema.fields[field].name);
        if (is_text) {
            const auto* const text = std::get_if<std::string>(&value);
            column.texts.push_back(text != nullptr ? texts.number_of(*text) : tracing::no_string);
        } else {
            const auto* const number = std::get_if<double>(&value);
            column.numbers.push_back(number != nullptr ? *number : unknown);
        }
    }
    return column;
}

}  // namespace fabricmap::rules
