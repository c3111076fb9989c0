// SPDX-License-Identifier: Apache-2.0
#include "base/json_values.hpp"
#include "base/utf8.hpp"
#include "diagnosis/reports/finding_json.hpp"
#include "rules/reports/report.hpp"

namespace fabricmap::rules {
namespace {

constexpr int rules_schema_version = 2;

template <typename Texts>
Json texts_json(const Texts& texts) {
    return json_list(texts, valid_utf8);
}

Json place_json(const PlaceGroup& place) {
    Json json{{"place", valid_utf8(place.place)},
              {"waits_for", texts_json(place.waits_for)},
              {"hosts", texts_json(place.hosts)},
              {"ranks", place.ranks},
              {"waits_for_ranks", place.other_ranks},
              {"waits_for_hosts", texts_json(place.other_hosts)},
              {"count", place.count},
              {"seconds", place.seconds}};
    json["between"] = json_list(place.between, [](const auto& between) {
        const auto& [pair, seconds] = between;
        return Json{{"rank", pair.first}, {"waits_for_rank", pair.second}, {"seconds", seconds}};
    });
    if (!place.worst) {
        json["worst"] = {{"severity", place.worst_severity}};
    } else {
        json["worst"] = {
            {"rank", place.worst->process}, {"from", place.worst->from}, {"to", place.worst->to}};
        if (place.worst_for) json["worst"]["waits_for_rank"] = *place.worst_for;
    }
    return json;
}

Json rule_json(const RuleReport& rule, double fail_above) {
    Json json{{"name", valid_utf8(rule.rule->name)},
              {"description", valid_utf8(rule.rule->description)},
              {"advice", valid_utf8(rule.rule->advice)},
              {"file", valid_utf8(rule.rule->path.string())},
              {"line", rule.rule->place.line}};
    if (!rule.not_judged.empty()) {
        json["not_judged"] = rule.not_judged;
        return json;
    }
    json["severity"] = rule.outcome.severity;
    json["unclamped_severity"] = rule.outcome.unclamped_severity;
    if (!rule.is_of_maps) {
        json["seconds"] = rule.outcome.seconds;
        json["share"] = rule.fraction;
    }
    json["is_above"] = is_problem(rule) && rule.fraction > fail_above;
    json["bindings"] = rule.outcome.bindings;
    json["unknown"] = rule.outcome.unknown;
    json["below_clock_error"] = rule.outcome.below_clock_error;
    if (rule.is_of_maps) {
        json["findings"] = json_list(rule.findings, diagnosis::finding_json);
    } else {
        json["places"] = json_list(rule.places, place_json);
    }
    json["also_counted_as"] = json_list(rule.shared, [](const SharedTime& one) {
        return Json{{"rule", valid_utf8(one.rule)}, {"share", one.fraction}};
    });
    return json;
}

}  // namespace

std::string json_report(const Report& report) {
    Json json;
    json["schema_version"] = rules_schema_version;
    json["trace"] = report.trace.empty() ? Json() : Json(valid_utf8(report.trace.string()));
    json["compared_traces"] = json_list(report.compared_traces, [](const auto& compared) {
        const auto& [name, path] = compared;
        return Json{{"name", valid_utf8(name)}, {"trace", valid_utf8(path.string())}};
    });
    json["maps"] = json_list(report.maps, [](const MapLabel& map) {
        return Json{{"name", valid_utf8(map.name)}, {"runs", texts_json(map.runs)}};
    });
    json["processes"] = report.processes;
    json["operations"] = report.operations;
    json["process_seconds"] = report.process_seconds;
    json["communication_seconds"] = report.communication_seconds;
    json["clock_error"] = report.clock_error;
    json["partial"] = report.is_partial;
    json["fail_above"] = report.fail_above;
    json["lost_seconds"] = report.seconds;
    json["share"] = report.fraction;
    json["problems"] = report.problems;
    json["above"] = report.above;
    json["unknown"] = report.unknown;
    json["rules_looked_for"] = report.looked_for;
    json["rules"] =
        json_list(report.rules, [&](const RuleReport& rule) { return rule_json(rule, report.fail_above); });
    return json_document(json);
}

}  // namespace fabricmap::rules
