// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"
#include "rules/reports/report.hpp"

#include <nlohmann/json.hpp>

namespace fabricmap::rules {
namespace {

using RulesJson = nlohmann::ordered_json;

constexpr int rules_schema_version = 1;

template <typename Texts>
RulesJson texts_json(const Texts& texts) {
    RulesJson json = RulesJson::array();
    for (const std::string& text : texts) json.push_back(valid_utf8(text));
    return json;
}

RulesJson place_json(const PlaceGroup& place) {
    RulesJson json{{"place", valid_utf8(place.place)},
                   {"waits_for", texts_json(place.waits_for)},
                   {"hosts", texts_json(place.hosts)},
                   {"ranks", place.ranks},
                   {"waits_for_ranks", place.other_ranks},
                   {"waits_for_hosts", texts_json(place.other_hosts)},
                   {"count", place.count},
                   {"seconds", place.seconds}};
    RulesJson between = RulesJson::array();
    for (const auto& [pair, seconds] : place.between)
        between.push_back({{"rank", pair.first}, {"waits_for_rank", pair.second}, {"seconds", seconds}});
    json["between"] = std::move(between);
    if (place.worst) {
        json["worst"] = {
            {"rank", place.worst->process}, {"from", place.worst->from}, {"to", place.worst->to}};
        if (place.worst_for) json["worst"]["waits_for_rank"] = *place.worst_for;
    } else {
        json["worst"] = {{"severity", place.worst_severity}};
        if (!place.worst_values.empty()) json["worst"]["measured"] = valid_utf8(place.worst_values);
    }
    return json;
}

RulesJson rule_json(const RuleReport& rule, double fail_above) {
    RulesJson json{{"name", valid_utf8(rule.rule->name)},
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
    RulesJson places = RulesJson::array();
    for (const PlaceGroup& place : rule.places) places.push_back(place_json(place));
    json["places"] = std::move(places);
    RulesJson shared = RulesJson::array();
    for (const SharedTime& one : rule.shared) {
        shared.push_back({{"rule", valid_utf8(one.rule)}, {"share", one.fraction}});
    }
    json["also_counted_as"] = std::move(shared);
    return json;
}

}  // namespace

std::string json_report(const Report& report) {
    RulesJson json;
    json["schema_version"] = rules_schema_version;
    json["trace"] = report.trace.empty() ? RulesJson() : RulesJson(valid_utf8(report.trace.string()));
    RulesJson maps = RulesJson::array();
    for (const MapLabel& map : report.maps)
        maps.push_back({{"name", valid_utf8(map.name)}, {"runs", texts_json(map.runs)}});
    json["maps"] = std::move(maps);
    json["processes"] = report.processes;
    json["operations"] = report.operations;
    json["process_seconds"] = report.process_seconds;
    json["communication_seconds"] = report.communication_seconds;
    json["clock_error"] = report.clock_error;
    json["fail_above"] = report.fail_above;
    json["lost_seconds"] = report.seconds;
    json["share"] = report.fraction;
    json["problems"] = report.problems;
    json["above"] = report.above;
    json["unknown"] = report.unknown;
    json["rules_looked_for"] = report.looked_for;
    RulesJson rules = RulesJson::array();
    for (const RuleReport& rule : report.rules) rules.push_back(rule_json(rule, report.fail_above));
    json["rules"] = std::move(rules);
    return json.dump(2) + "\n";
}

}  // namespace fabricmap::rules
